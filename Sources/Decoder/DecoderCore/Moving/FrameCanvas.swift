package import DecoderMessages
package import Imaging

/// A frame as it stands in a file: a part of the picture, and what becomes of it.
package struct FramePiece {
  /// What becomes of the part after the frame was seen (GIF89a, section 23; W3C PNG, third edition, section
  /// 11.3.6; RFC 9649, section 2.7).
  package enum Disposal {
    /// It stays.
    case keep
    /// It becomes transparent.
    case clear
    /// It becomes what it was before.
    case restore
  }

  /// Where its top left pixel is, from that of the picture.
  let x, y: Int
  /// Its pixels, colours multiplied by alpha.
  let bitmap: Bitmap
  /// How long the file says that it is to be seen.
  let delay: Duration
  let disposal: Disposal
  /// Whether it is laid over what is there, and does not replace it.
  let isBlended: Bool

  /// Takes a frame.
  package init(
    x: Int, y: Int, _ bitmap: Bitmap, delay: Duration, _ disposal: Disposal, isBlended: Bool
  ) {
    self.x = x
    self.y = y
    self.bitmap = bitmap
    self.delay = delay
    self.disposal = disposal
    self.isBlended = isBlended
  }
}

/// Puts the frames of a moving picture together, one after another, in one bitmap of its size.
package struct FrameCanvas {
  /// What is known before the first frame.
  package let start: MovingStart

  /// The size of the picture as it is stored, in pixels.
  let stored: PixelSize
  private let orientation: Orientation
  private let colors: PictureColors
  private var pixels: [UInt8]
  /// What is done before the next frame comes.
  private var pending: (area: PixelRect, disposal: FramePiece.Disposal)?
  /// What was in that area before.
  private var saved: [UInt8] = []

  /// Makes a transparent canvas.
  /// - Parameters:
  ///   - size: The size of the picture as it is stored, in pixels, which was checked.
  ///   - box: What frames are scaled down to fit as they are shown, in pixels.
  ///   - orientation: How they must be turned.
  ///   - colors: What the colours mean.
  ///   - playCount: How often the picture is to be played; zero for ever.
  package init(
    _ size: PixelSize, in box: PixelSize, orientation: Orientation = .topLeft,
    _ colors: PictureColors = .standard, playCount: Int
  ) {
    stored = size
    self.orientation = orientation
    self.colors = colors
    let shown = orientation.shown(size)
    start = MovingStart(size: shown, frameSize: shown.fitted(into: box), playCount: playCount)
    pixels = Array(repeating: 0, count: size.area * 4)
  }

  /// Shows a frame over what the one before has left.
  package mutating func frame(showing piece: FramePiece) -> MovingFrame {
    dispose()
    let columns = (piece.x..<piece.x + piece.bitmap.size.width).clamped(to: 0..<stored.width)
    let rows = (piece.y..<piece.y + piece.bitmap.size.height).clamped(to: 0..<stored.height)
    let area = PixelRect(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    pending = (area, piece.disposal)
    if piece.disposal == .restore { save(area) }
    // A file may put a frame beside the picture.
    if area.size.area > 0 { draw(piece, in: area) }
    return MovingFrame(shown, storedDelay: piece.delay)
  }

  private var shown: Bitmap {
    Bitmap(size: stored, bytes: pixels).scaled(to: orientation.shown(start.frameSize))
      .inStandardColors(colors, isGray: false).turned(by: orientation)
  }

  private mutating func dispose() {
    guard let (area, disposal) = pending, disposal != .keep else { return }
    let length = area.size.width * 4
    for (line, y) in area.rows.enumerated() {
      let start = (y * stored.width + area.x) * 4
      let old = disposal == .restore ? saved[line * length..<(line + 1) * length] : nil
      pixels.replaceSubrange(
        start..<start + length, with: old ?? ArraySlice(repeating: 0, count: length))
    }
    saved = []
  }

  private mutating func save(_ area: PixelRect) {
    for y in area.rows {
      let start = (y * stored.width + area.x) * 4
      saved += pixels[start..<start + area.size.width * 4]
    }
  }

  private mutating func draw(_ piece: FramePiece, in area: PixelRect) {
    for y in area.rows {
      let from = ((y - piece.y) * piece.bitmap.size.width + area.x - piece.x) * 4
      let to = (y * stored.width + area.x) * 4
      unsafe pixels.withUnsafeMutableBufferPointer { pixels in
        unsafe piece.bitmap.bytes.withUnsafeBufferPointer { source in
          let length = area.size.width * 4
          unsafe Self.lay(
            UnsafeBufferPointer(rebasing: source[from..<from + length]),
            over: UnsafeMutableBufferPointer(rebasing: pixels[to..<to + length]),
            isBlended: piece.isBlended)
        }
      }
    }
  }

  /// Lays a row over another one.
  private static func lay(
    _ source: UnsafeBufferPointer<UInt8>, over target: UnsafeMutableBufferPointer<UInt8>,
    isBlended: Bool
  ) {
    guard isBlended else {
      _ = unsafe target.update(fromContentsOf: source)
      return
    }
    for place in stride(from: 0, to: source.count, by: 4) {
      let rest = unsafe 255 - UInt32(source[place + 3])
      guard rest < 255 else { continue }
      for channel in place..<place + 4 {
        unsafe target[channel] =
          source[channel] &+ UInt8((UInt32(target[channel]) * rest + 127) / 255)
      }
    }
  }
}
