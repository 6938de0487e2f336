import DecoderMessages
import Imaging

/// A BMP, read without any library: Debian's libvips does not, and it is numbers in a row.
struct BMPPicture {
  private let file: [UInt8]
  private let header: BMPHeader

  /// Reads the headers.
  /// - Throws: `PictureError`, also for what is too large.
  init(_ bytes: [UInt8]) throws(PictureError) {
    header = try BMPHeader(bytes)
    file = bytes
  }

  /// The size in pixels.
  var size: PixelSize { header.size }

  /// Decodes, scaled down to fit into a box; what is missing at the end stays transparent.
  /// - Parameter box: The box in pixels.
  /// - Returns: The picture, as a BMP is always stored as it is shown or upside down.
  /// - Throws: `PictureError.truncated` where not one row is there; no memory was taken then.
  func decode(into box: PixelSize) throws(PictureError) -> DecodedPicture {
    guard header.packing == .runs ? header.pixelStart < file.count : storedRowCount > 0 else {
      throw .truncated
    }
    var rows = AveragedRows(size, to: size.fitted(into: box), hasAlpha: true)
    let isComplete = header.packing == .runs ? readRuns(into: &rows) : readRows(into: &rows)
    let bitmap = rows.finish(isComplete: isComplete)
    return DecodedPicture(
      bitmap: header.isTopDown ? bitmap : bitmap.turned(by: .bottomLeft),
      info: PictureInfo(size: size, isComplete: isComplete))
  }

  /// The length of a stored row in bytes: every row begins at a multiple of four.
  private var rowLength: Int { (header.size.width * header.bitsPerPixel + 31) / 32 * 4 }

  /// How many rows are there as a whole.
  private var storedRowCount: Int {
    min(header.size.height, max(0, file.count - header.pixelStart) / rowLength)
  }

  private func readRows(into rows: inout AveragedRows) -> Bool {
    let (length, count) = (rowLength, storedRowCount)
    let unpacking = BMPUnpacking(header)
    var row = [UInt8](repeating: 0, count: header.size.width * 4)
    for number in 0..<count {
      let start = header.pixelStart + number * length
      unpacking.unpack(file[start..<start + length], into: &row)
      unsafe row.withUnsafeBytes { unsafe rows.take($0) }
    }
    return count == header.size.height
  }

  private func readRuns(into rows: inout AveragedRows) -> Bool {
    var runs = BMPRunRows(header, file[header.pixelStart...])
    return runs.read(into: &rows)
  }
}
