/// Numbers that a filter accepts: `200`, `200-400`, `>=3`, `<2.8`. A single number includes all
/// that round to it: `2` is 1.5 up to 2.5. A nil bound is unbounded.
package struct NumberRange: Hashable, Sendable {
  package var lower: Bound?
  package var upper: Bound?

  package struct Bound: Hashable, Sendable {
    package var value: Double
    package var isIncluded: Bool
  }

  package func contains(_ number: Double) -> Bool {
    let isAbove = lower.map { number > $0.value || number == $0.value && $0.isIncluded }
    let isBelow = upper.map { number < $0.value || number == $0.value && $0.isIncluded }
    return isAbove != false && isBelow != false
  }
}

extension NumberRange {
  /// `units` maps lowercase suffixes to factors.
  package init?(parsing text: Substring, units: [String: Double] = ["": 1]) {
    if let (relation, number) = Self.relation(text) {
      guard let number = Quantity(number, units: units) else { return nil }
      let bound = Bound(value: number.value, isIncluded: relation.last == "=")
      if relation.first == ">" { self.init(lower: bound) } else { self.init(upper: bound) }
    } else if let sign = text.firstRange(of: "..") ?? text.firstRange(of: "-") {
      self.init(from: text[..<sign.lowerBound], to: text[sign.upperBound...], units: units)
    } else {
      guard let number = Quantity(text, units: units) else { return nil }
      self.init(
        lower: Bound(value: number.value - number.tolerance, isIncluded: true),
        upper: Bound(value: number.value + number.tolerance, isIncluded: false))
    }
  }

  /// One number may be missing; the second one's unit also applies to a first without unit.
  private init?(from lower: Substring, to upper: Substring, units: [String: Double]) {
    let end = Quantity(upper, units: units)
    let start = Quantity(lower, units: units, usual: end?.factor)
    guard end != nil || upper.isEmpty, start != nil || lower.isEmpty, end != nil || start != nil,
      start?.value ?? 0 <= end?.value ?? .infinity
    else { return nil }
    self.init(
      lower: start.map { Bound(value: $0.value, isIncluded: true) },
      upper: end.map { Bound(value: $0.value, isIncluded: true) })
  }

  static func relation(_ text: Substring) -> (relation: Substring, rest: Substring)? {
    let relation = text.prefix { $0 == ">" || $0 == "<" || $0 == "=" }
    guard [">", ">=", "<", "<="].contains(relation) else { return nil }
    return (relation, text.dropFirst(relation.count))
  }
}

private struct Quantity {
  let value: Double
  /// Half a unit of the last digit.
  let tolerance: Double
  let factor: Double

  private static let longest = 15

  init?(_ text: Substring, units: [String: Double], usual: Double? = nil) {
    let digits = text.prefix { $0.isASCII && ($0.isWholeNumber || $0 == ".") }
    let unit = text.dropFirst(digits.count).lowercased()
    guard let factor = unit.isEmpty ? usual ?? units[unit] : units[unit],
      digits.count <= Self.longest, digits.first?.isWholeNumber == true, let number = Double(digits)
    else { return nil }
    let places = digits.firstIndex(of: ".").map { digits[$0...].count - 1 } ?? 0
    value = number * factor
    tolerance = (0..<places).reduce(factor / 2) { half, _ in half / 10 }
    self.factor = factor
  }
}
