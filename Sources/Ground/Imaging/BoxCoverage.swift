/// Which of the old lines, rows or columns, a new one covers, and by how much.
package struct BoxCoverage: Sendable {
  /// The line that the box begins in, and the part of it that counts.
  private(set) var first: Int
  let firstWeight: Float
  /// The lines that count whole.
  private(set) var whole: Range<Int>
  /// The line that the box ends in, and the part of it that counts; zero where it is the first.
  private(set) var last: Int
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
    return all(count, over: start..<start + shown, of: length)
  }

  /// Divides a stretch of some old lines, which may begin and end within one, into so many boxes of one
  /// size.
  static func all(_ count: Int, over stretch: Range<Double>, of length: Int) -> [BoxCoverage] {
    let (start, shown) = (stretch.lowerBound, stretch.upperBound - stretch.lowerBound)
    return (0..<count).map { index in
      BoxCoverage(
        from: start + shown * Double(index) / Double(count),
        to: start + shown * Double(index + 1) / Double(count), count: length)
    }
  }

  /// The same box over lines that come so many lines later.
  package func moved(by lines: Int) -> BoxCoverage {
    var copy = self
    copy.first += lines
    copy.whole = whole.lowerBound + lines..<whole.upperBound + lines
    copy.last += lines
    return copy
  }
}
