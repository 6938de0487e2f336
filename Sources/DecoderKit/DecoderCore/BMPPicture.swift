import DecoderProtocol
import Imaging

/// A BMP, decoded without a library: Debian's libvips does not read BMP.
struct BMPPicture {
  private let file: [UInt8]
  private let header: BMPHeader

  init(_ bytes: [UInt8]) throws(PictureError) {
    header = try BMPHeader(bytes)
    file = bytes
  }

  var size: PixelSize { header.size }

  private var orientation: Orientation { header.isTopDown ? .topLeft : .bottomLeft }

  /// RLE rows cannot be located, so the image is decoded whole then.
  func cut(by rule: CropRule) -> CropScale {
    rule.cut(of: size, turnedBy: orientation, decodesWhole: header.packing == .runs)
  }

  /// Throws `.truncated` before allocating memory without any row; missing rows stay transparent.
  func decode(_ cut: CropScale) throws(PictureError) -> DecodedPicture {
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

  /// Stored row length in bytes; rows are aligned to four bytes.
  private var rowLength: Int { (header.size.width * header.bitsPerPixel + 31) / 32 * 4 }

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

/// Passes on the rows of an RLE BMP; empty ones together, as a few bytes can produce thousands.
struct BMPRunRows {
  private let unpacking: BMPUnpacking
  private var runs: BMPRuns
  private var row: [UInt8]
  private var remaining: Int
  private var emptyCount = 0

  init(_ header: BMPHeader, _ bytes: ArraySlice<UInt8>) {
    unpacking = BMPUnpacking(header)
    runs = BMPRuns(header, bytes)
    row = Array(repeating: 0, count: header.size.width * 4)
    remaining = header.size.height
  }

  /// Returns false if the data ends before the image does; skipped pixels get palette index zero.
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
