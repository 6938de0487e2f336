import Imaging

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
