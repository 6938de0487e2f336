import Imaging

/// The output of a frame with pixel images.
struct PicturePlan {
  var canvas: Canvas
  /// The text in front of the images; nil if the same.
  var finalCanvas: Canvas?
  var leading: [OutputPart] = []
  var trailing: [OutputPart] = []
  var isComplete = true

  init(_ canvas: Canvas) {
    self.canvas = canvas
  }

  /// Shows the image's characters until the next plan, or a single color on a very slow link.
  mutating func postpone(_ placed: PlacedPicture, within budget: Int) {
    isComplete = false
    if LinkSpeed.isSlow(budget) { canvas.flatten(placed) }
  }
}

/// Shows images in one of the terminal protocols; every plan must be sent, in order.
protocol PictureDisplay {
  /// `shown` is nil if the terminal is cleared first.
  ///
  /// Images beyond the budget, in bytes, remain characters until the next plan; one may exceed it.
  mutating func plan(_ frame: Frame, over shown: Canvas?, within budget: Int) -> PicturePlan

  /// Called when the terminal may have lost every image.
  mutating func forget()

  mutating func takeAll() -> [UInt8]

  /// Deletes all images at any later time, whatever was sent until then; at most 256 bytes.
  var restoration: [UInt8] { get }

  var holdings: PictureHoldings { get }

  /// An image that can be queried; nil if there is none.
  var transmitted: TransmittedImage? { get }
}

extension PictureDisplay {
  /// Nil: without placeholders a query would change the screen.
  var transmitted: TransmittedImage? { nil }
}
