import DecoderMessages
import Imaging

/// A PNG whose header has been read.
struct PNGPicture {
  private let chunks: PNGChunks

  /// Reads the header and finds the chunks.
  /// - Throws: `PictureError`, also for what is too large.
  init(_ bytes: [UInt8]) throws(PictureError) {
    chunks = try PNGChunks(of: bytes)
  }

  /// The stored size in pixels.
  var size: PixelSize { chunks.header.size }

  /// Decodes, scaled down to fit into a box; what is missing at the end stays transparent.
  /// - Parameter box: The box in pixels.
  /// - Returns: The picture, turned as it is shown.
  /// - Throws: `PictureError.damaged` where not one row could be had, `.outOfMemory`.
  func decode(into box: PixelSize) throws(PictureError) -> DecodedPicture {
    let target = size.fitted(into: orientation.shown(box))
    if chunks.header.isInterlaced {
      var rows = InterlacedRows(size, hasAlpha: chunks.hasAlpha)
      return try read(into: &rows, target)
    }
    var rows = AveragedRows(size, to: target, hasAlpha: chunks.hasAlpha)
    return try read(into: &rows, target)
  }

  private var orientation: Orientation { chunks.exif?.orientation ?? .topLeft }

  private func read(
    into rows: inout some RowTaking, _ target: PixelSize
  ) throws(PictureError) -> DecodedPicture {
    let isComplete = try PNGReader.read(chunks, into: &rows)
    let bitmap = rows.finish(isComplete: isComplete).scaled(to: target)
      .inStandardColors(chunks.colors.colors, isGray: chunks.header.isGray)
    return DecodedPicture(
      bitmap: bitmap.turned(by: orientation),
      info: (chunks.exif ?? ExifBlock()).info(of: chunks.header.size, isComplete: isComplete))
  }
}
