/// How long responses take, from the fastest to the slowest, in whole milliseconds.
package struct LatencyRange: Hashable, Sendable {
  /// The bounds, in milliseconds.
  package let milliseconds: ClosedRange<Int>

  /// The longest time that a response may take, in milliseconds.
  private static let longest = 60_000

  /// Times at which cells are often bound again before their response is there.
  package static let usual = LatencyRange(milliseconds: 50...800)

  /// Makes a range of its bounds, in milliseconds.
  package init(milliseconds: ClosedRange<Int>) {
    self.milliseconds = milliseconds
  }

  /// Reads bounds as people write them, `50ms..800ms`; nil where they are not such or fall.
  package init?(_ text: String) {
    let bounds = text.split(separator: ".", omittingEmptySubsequences: false)
    guard bounds.count == 3, bounds[1].isEmpty, let low = Self.number(bounds[0]),
      let high = Self.number(bounds[2]), low <= high
    else { return nil }
    self.init(milliseconds: low...high)
  }

  private static func number(_ text: Substring) -> Int? {
    guard text.hasSuffix("ms"), let number = Int(text.dropLast(2)), (0...longest).contains(number)
    else { return nil }
    return number
  }
}

extension LatencyRange: CustomStringConvertible {
  /// The bounds as they are read.
  package var description: String {
    "\(milliseconds.lowerBound)ms..\(milliseconds.upperBound)ms"
  }
}
