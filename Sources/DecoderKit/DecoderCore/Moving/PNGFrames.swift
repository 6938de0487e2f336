package import DecoderProtocol
package import Imaging

/// The frames of an animated PNG (W3C PNG, third edition, sections 4.9 and 11.3.6), each decoded by
/// libspng from a PNG built for it.
package struct PNGFrames: MovingPicture {
  private let file: [UInt8]
  private var canvas: FrameCanvas
  private var head: [UInt8] = []
  private var chunks: PNGChunk.Iterator
  private var count = 0
  private var isWhole = true

  private static let headerChunk = 8..<33
  private static let sizePlace = 8

  /// Throws `.unsupported` for an image without animation; calls `onSize` after the limit check.
  package init(
    _ file: [UInt8], in box: PixelSize, onSize: (PixelSize) -> Void
  ) throws(PictureError) {
    let still = try PNGPicture(file)
    onSize(still.size)
    self.file = file
    var playCount: Int?
    head = Array(file[Self.headerChunk])
    chunks = PNGChunk.Iterator(ByteView(file))
    var next = chunks
    while let chunk = next.next(), chunk.isReadable, !["IDAT", "fcTL"].contains(chunk.type) {
      if chunk.type == "acTL", chunk.length == 8 { playCount = chunk.content.number(at: 4, 4) }
      if ["PLTE", "tRNS"].contains(chunk.type) { head += file[chunk.range] }
      chunks = next
    }
    guard let playCount else { throw .unsupported("PNG that stands still") }
    canvas = FrameCanvas(
      still.size, in: box, orientation: still.orientation, still.colors, playCount: playCount)
  }

  package var start: MovingStart { canvas.start }

  package mutating func next() throws(PictureError) -> MovingFrame? {
    guard isWhole else { throw .truncated }
    guard let control = try control() else { return nil }
    var header = head
    header.replaceSubrange(
      Self.sizePlace..<Self.sizePlace + 8,
      with: control.area.size.width.bigEndianBytes(4) + control.area.size.height.bigEndianBytes(4))
    let signature = Array(file[..<PNGFile.signature.count])
    let frame = signature + header + PNGChunks.pixels(data()) + PNGChunks.end
    let bitmap: Bitmap
    (bitmap, isWhole) = try PNGPicture(frame).plain()
    guard isWhole || count == 0 else { throw .truncated }
    count += 1
    return canvas.frame(showing: control.piece(bitmap, isFirst: count == 1))
  }

  /// Image data before the first control chunk belongs to the fallback image.
  private mutating func control() throws(PictureError) -> FrameControl? {
    while let chunk = chunks.next(), chunk.isReadable {
      if chunk.type == "IEND" { return nil }
      guard chunk.type == "fcTL" else { continue }
      guard let control = FrameControl(chunk), control.isInside(canvas.stored) else {
        throw .damaged
      }
      return control
    }
    throw .truncated
  }

  private mutating func data() -> [UInt8] {
    var data: [UInt8] = []
    var next = chunks
    while let chunk = next.next(), chunk.length < PNGChunk.lengthLimit {
      switch chunk.type {
      case "IDAT": data += chunk.data
      // Skip the sequence number.
      case "fdAT": data += chunk.data.dropFirst(4)
      case "fcTL", "IEND": return data
      default: break
      }
      chunks = next
    }
    return data
  }
}

extension PNGChunk {
  fileprivate var isReadable: Bool { isWhole && length < Self.lengthLimit }
}

private struct FrameControl {
  let area: PixelRect
  private let delay: Duration
  private let disposal: UInt8
  private let isBlended: Bool

  init?(_ chunk: PNGChunk) {
    let (data, view) = (Array(chunk.data), chunk.content)
    guard data.count == 26, data[24] <= 2, data[25] <= 1,
      let width = view.number(at: 4, 4), let height = view.number(at: 8, 4),
      let x = view.number(at: 12, 4), let y = view.number(at: 16, 4)
    else { return nil }
    area = PixelRect(x: x, y: y, width: width, height: height)
    let (count, scale) = (Int(data[20]) << 8 | Int(data[21]), Int(data[22]) << 8 | Int(data[23]))
    delay = .seconds(count) / (scale == 0 ? 100 : scale)
    disposal = data[24]
    isBlended = data[25] == 1
  }

  func isInside(_ size: PixelSize) -> Bool {
    area.size.width > 0 && area.size.height > 0 && area.x + area.size.width <= size.width
      && area.y + area.size.height <= size.height
  }

  /// The first frame has no previous content to restore.
  func piece(_ bitmap: Bitmap, isFirst: Bool) -> FramePiece {
    let disposal: FramePiece.Disposal =
      switch disposal {
      case 1: .clear
      case 2: isFirst ? .clear : .restore
      default: .keep
      }
    return FramePiece(x: area.x, y: area.y, bitmap, delay: delay, disposal, isBlended: isBlended)
  }
}

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
