/// Which of the old lines, rows or columns, a new one covers, and by how much.
package struct BoxCoverage: Sendable {
  /// The line that the box begins in, and the part of it that counts.
  let first: Int
  let firstWeight: Float
  /// The lines that count whole.
  let whole: Range<Int>
  /// The line that the box ends in, and the part of it that counts; zero where it is the first.
  let last: Int
  let lastWeight: Float
  /// One over the lines that the box covers.
  let scale: Float

  init(from start: Double, to end: Double, count: Int) {
    first = min(Int(start), count - 1)
    let lineAtEnd = Int(end)
    let reached = Double(lineAtEnd) < end ? lineAtEnd : lineAtEnd - 1
    last = max(first, min(reached, count - 1))
    let isSingle = first == last
    firstWeight = isSingle ? 1 : Float(Double(first + 1) - start)
    lastWeight = isSingle ? 0 : Float(end - Double(last))
    whole = isSingle ? last..<last : first + 1..<last
    scale = 1 / (firstWeight + lastWeight + Float(whole.count))
  }

  /// Divides the middle of some old lines, the visible share of them, into so many boxes of one size.
  package static func all(_ count: Int, over length: Int, visible: Double = 1) -> [BoxCoverage] {
    let shown = Double(length) * min(1, visible)
    let start = (Double(length) - shown) / 2
    return (0..<count).map { index in
      BoxCoverage(
        from: start + shown * Double(index) / Double(count),
        to: start + shown * Double(index + 1) / Double(count), count: length)
    }
  }
}
