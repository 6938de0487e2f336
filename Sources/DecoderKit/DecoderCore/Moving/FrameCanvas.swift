package import DecoderProtocol
package import Imaging

/// A stored animation frame: a part of the image, with its disposal.
package struct FramePiece {
  /// How the frame's area is changed after display (GIF89a, section 23; W3C PNG, third edition,
  /// section 11.3.6; RFC 9649, section 2.7).
  package enum Disposal {
    case keep, clear
    /// Is restored to its content before the frame.
    case restore
  }

  let x, y: Int
  let bitmap: Bitmap
  let delay: Duration
  let disposal: Disposal
  /// Whether the frame is blended over the canvas instead of replacing it.
  let isBlended: Bool

  package init(
    x: Int, y: Int, _ bitmap: Bitmap, delay: Duration, _ disposal: Disposal, isBlended: Bool
  ) {
    (self.x, self.y, self.bitmap, self.delay, self.disposal) = (x, y, bitmap, delay, disposal)
    self.isBlended = isBlended
  }
}

/// Composes animation frames in one bitmap of the image's size.
package struct FrameCanvas {
  package let start: MovingStart
  let stored: PixelSize
  private let orientation: Orientation
  private let colors: PictureColors
  private var pixels: [UInt8]
  private var pending: (area: PixelRect, disposal: FramePiece.Disposal)?
  private var saved: [UInt8] = []

  /// `size` must have been checked; zero plays mean infinite.
  package init(
    _ size: PixelSize, in box: PixelSize, orientation: Orientation = .topLeft,
    _ colors: PictureColors = .standard, playCount: Int
  ) {
    stored = size
    (self.orientation, self.colors) = (orientation, colors)
    let shown = orientation.shown(size)
    start = MovingStart(size: shown, frameSize: shown.fitted(into: box), playCount: playCount)
    pixels = Array(repeating: 0, count: size.area * 4)
  }

  /// Draws a frame over the canvas after the disposal of the previous one.
  package mutating func frame(showing piece: FramePiece) -> MovingFrame {
    dispose()
    let area = PixelRect(
      columns: (piece.x..<piece.x + piece.bitmap.size.width).clamped(to: 0..<stored.width),
      rows: (piece.y..<piece.y + piece.bitmap.size.height).clamped(to: 0..<stored.height))
    pending = (area, piece.disposal)
    if piece.disposal == .restore { save(area) }
    // A file may place a frame outside the image.
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
          let source = unsafe UnsafeBufferPointer(rebasing: source[from..<from + length])
          let target = unsafe UnsafeMutableBufferPointer(rebasing: pixels[to..<to + length])
          guard piece.isBlended else {
            _ = unsafe target.update(fromContentsOf: source)
            return
          }
          for place in stride(from: 0, to: length, by: 4) {
            let rest = unsafe 255 - UInt32(source[place + 3])
            guard rest < 255 else { continue }
            for channel in place..<place + 4 {
              unsafe target[channel] =
                source[channel] &+ UInt8((UInt32(target[channel]) * rest + 127) / 255)
            }
          }
        }
      }
    }
  }
}
