import Imaging
import Terminal

/// What is sent of a frame whose pictures are of pixels.
nonisolated struct PicturePlan {
  /// The characters.
  var canvas: Canvas
  /// The characters as they are to be once the pictures have been written, where these would hide some
  /// of them; nil where they are the same.
  var finalCanvas: Canvas?
  /// What is written before the characters.
  var leading: [OutputPart] = []
  /// What is written after them.
  var trailing: [OutputPart] = []
  /// Whether the terminal has all pictures of the frame after that.
  var isComplete = true

  /// Plans the characters of a frame alone.
  init(_ canvas: Canvas) {
    self.canvas = canvas
  }

  /// Leaves a picture to the next plan: until then its characters stand for it, or one colour where the
  /// link is so slow that these would take longer than its pixels.
  mutating func postpone(_ placed: PlacedPicture, within budget: Int) {
    isComplete = false
    if LinkSpeed.isSlow(budget) { canvas.flatten(placed) }
  }
}

/// Brings the pictures of frames onto a terminal, in one of the protocols for that.
///
/// What is planned is sent, in the order of the plans.
nonisolated protocol PictureDisplay {
  /// Plans what is sent of a frame.
  /// - Parameters:
  ///   - frame: What is to be seen.
  ///   - shown: The characters that are on the terminal; nil where it is cleared first.
  ///   - budget: About how many bytes of pictures may be sent; one picture may take more.
  /// - Returns: What is sent. Pictures beyond the budget stay characters until the next plan.
  mutating func plan(_ frame: Frame, over shown: Canvas?, within budget: Int) -> PicturePlan

  /// Hears that the terminal may have lost every picture.
  mutating func forget()

  /// Takes all pictures from the terminal; it holds none after these bytes.
  mutating func takeAll() -> [UInt8]

  /// What takes all pictures from the terminal at any later moment, whatever has been sent until then;
  /// at most 256 bytes.
  var restoration: [UInt8] { get }

  /// What the terminal holds.
  var holdings: PictureHoldings { get }

  /// An image on the screen whose presence in the terminal can be queried; nil where there is none.
  var transmitted: TransmittedImage? { get }
}

nonisolated extension PictureDisplay {
  /// Nil: without placeholders a query would change the screen.
  var transmitted: TransmittedImage? { nil }
}
