/// Response times in whole milliseconds.
package struct LatencyRange: Hashable, Sendable {
  package let milliseconds: ClosedRange<Int>

  /// In milliseconds.
  private static let longest = 60_000

  /// Long enough that cells are often bound again before their response.
  package static let usual = LatencyRange(milliseconds: 50...800)

  package init(milliseconds: ClosedRange<Int>) {
    self.milliseconds = milliseconds
  }

  /// Parses `50ms..800ms`; nil if malformed or reversed.
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
  package var description: String {
    "\(milliseconds.lowerBound)ms..\(milliseconds.upperBound)ms"
  }
}
