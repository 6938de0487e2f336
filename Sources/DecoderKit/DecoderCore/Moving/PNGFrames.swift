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
    let bitmap: Bitmap
    (bitmap, isWhole) = try picture(of: control, data())
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

  private func picture(
    of control: FrameControl, _ data: [UInt8]
  ) throws(PictureError) -> (bitmap: Bitmap, isComplete: Bool) {
    var header = head
    header.replaceSubrange(
      Self.sizePlace..<Self.sizePlace + 8,
      with: control.area.size.width.bigEndianBytes(4)
        + control.area.size.height.bigEndianBytes(4))
    let signature = Array(file[..<PNGFile.signature.count])
    return try PNGPicture(signature + header + PNGChunks.pixels(data) + PNGChunks.end).plain()
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
