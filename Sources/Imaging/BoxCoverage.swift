/// The source rows or columns that a target one covers, with weights.
package struct BoxCoverage: Sendable {
  /// The line in which the box starts, and its weight.
  private(set) var first: Int
  let firstWeight: Float
  private(set) var whole: Range<Int>
  /// The line in which the box ends, and its weight; zero if it is the first.
  private(set) var last: Int
  let lastWeight, scale: Float

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

  /// Divides the visible fraction around the center of some lines into `count` equal boxes.
  package static func all(_ count: Int, over length: Int, visible: Double = 1) -> [BoxCoverage] {
    let shown = Double(length) * min(1, visible)
    let start = (Double(length) - shown) / 2
    return all(count, over: start..<start + shown, of: length)
  }

  /// Divides a fractional range of lines into `count` equal boxes.
  static func all(_ count: Int, over stretch: Range<Double>, of length: Int) -> [BoxCoverage] {
    let (start, shown) = (stretch.lowerBound, stretch.upperBound - stretch.lowerBound)
    return (0..<count).map { index in
      BoxCoverage(
        from: start + shown * Double(index) / Double(count),
        to: start + shown * Double(index + 1) / Double(count), count: length)
    }
  }

  package func moved(by lines: Int) -> BoxCoverage {
    var copy = self
    copy.first += lines
    copy.whole = whole.lowerBound + lines..<whole.upperBound + lines
    copy.last += lines
    return copy
  }
}
