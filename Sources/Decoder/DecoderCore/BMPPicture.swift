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

  /// How it must be turned.
  private var orientation: Orientation { header.isTopDown ? .topLeft : .bottomLeft }

  /// What is made of it; each stored row can be found, but where they are runs.
  func cut(by rule: CutRule) -> PictureCut {
    rule.cut(of: size, turnedBy: orientation, decodesWhole: header.packing == .runs)
  }

  /// Decodes, scaled down; what is missing at the end stays transparent.
  /// - Parameter cut: What is made of it.
  /// - Returns: The picture, as a BMP is always stored as it is shown or upside down.
  /// - Throws: `PictureError.truncated` where not one row is there; no memory was taken then.
  func decode(_ cut: PictureCut) throws(PictureError) -> DecodedPicture {
    guard header.packing == .runs ? header.pixelStart < file.count : storedRowCount > 0 else {
      throw .truncated
    }
    var rows = AveragedRows(size, cut, hasAlpha: true)
    let isComplete =
      header.packing == .runs ? readRuns(into: &rows) : readRows(cut.area.rows, into: &rows)
    let bitmap = rows.finish(isComplete: isComplete)
    return DecodedPicture(
      bitmap: bitmap.turned(by: orientation),
      info: PictureInfo(size: size, isComplete: isComplete), region: cut.region)
  }

  /// The length of a stored row in bytes: every row begins at a multiple of four.
  private var rowLength: Int { (header.size.width * header.bitsPerPixel + 31) / 32 * 4 }

  /// How many rows are there as a whole.
  private var storedRowCount: Int {
    min(header.size.height, max(0, file.count - header.pixelStart) / rowLength)
  }

  private func readRows(_ numbers: Range<Int>, into rows: inout AveragedRows) -> Bool {
    let (length, count) = (rowLength, storedRowCount)
    let unpacking = BMPUnpacking(header)
    var row = [UInt8](repeating: 0, count: header.size.width * 4)
    rows.skip(numbers.lowerBound)
    for number in numbers where number < count {
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

/// Hands the rows of a BMP in runs on; rows without pixels, of which a few bytes can make thousands,
/// together.
struct BMPRunRows {
  private let unpacking: BMPUnpacking
  private var runs: BMPRuns
  private var row: [UInt8]
  /// The rows that are not handed on yet.
  private var remaining: Int
  /// Those of them that are known to have no pixels.
  private var emptyCount = 0

  /// Takes the bytes behind the headers.
  init(_ header: BMPHeader, _ bytes: ArraySlice<UInt8>) {
    unpacking = BMPUnpacking(header)
    runs = BMPRuns(header, bytes)
    row = Array(repeating: 0, count: header.size.width * 4)
    remaining = header.size.height
  }

  /// Hands all rows on that are there: pixels that are left out have the number zero.
  /// - Returns: False where the bytes end before the picture does.
  mutating func read(into rows: inout AveragedRows) -> Bool {
    while remaining > emptyCount {
      let end = runs.readRow()
      if runs.hasPixels {
        handEmptyOn(to: &rows)
        hand(runs.numbers[...], times: 1, to: &rows)
      } else if case .row = end {
        emptyCount += 1
      }
      switch end {
      case .row(let gap): emptyCount += gap
      case .picture: emptyCount = remaining
      case .cut: return false
      }
    }
    emptyCount = remaining
    handEmptyOn(to: &rows)
    return true
  }

  private mutating func handEmptyOn(to rows: inout AveragedRows) {
    guard emptyCount > 0 else { return }
    hand(ArraySlice(repeating: 0, count: row.count / 4), times: emptyCount, to: &rows)
    emptyCount = 0
  }

  private mutating func hand(
    _ numbers: ArraySlice<UInt8>, times: Int, to rows: inout AveragedRows
  ) {
    unpacking.color(numbers, into: &row)
    unsafe row.withUnsafeBytes { unsafe rows.take($0, times: times) }
    remaining -= times
  }
}
