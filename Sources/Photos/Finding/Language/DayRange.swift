import Base

/// Days that a filter accepts: `2024`, `2024-05`, `2024-05-17`, `2024-05..2024-07`, or one of these
/// after `>`, `>=`, `<` or `<=`. A nil bound is unbounded.
package struct DayRange: Hashable, Sendable {
  package var first: Day?
  package var last: Day?

  package func contains(_ day: Day) -> Bool { (first ?? day) <= day && day <= (last ?? day) }

  package func overlaps(month: Day) -> Bool {
    let (start, end) = (Day(month.year, month.month, 1), Day(month.year, month.month, 31))
    return (first ?? end) <= end && start <= (last ?? start)
  }
}

package struct Day: Hashable, Comparable, Sendable {
  package var year: Int
  package var month: Int
  package var day: Int

  /// Not validated: nonexistent days are used as bounds of ranges.
  package init(_ year: Int, _ month: Int, _ day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  package static func < (left: Day, right: Day) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension DayRange {
  package init?(parsing text: Substring) {
    if let (relation, rest) = NumberRange.relation(text) {
      guard let named = DayRange(naming: rest) else { return nil }
      switch relation {
      case ">": self = named.after
      case ">=": self.init(first: named.first, last: nil)
      case "<": self = named.before
      default: self.init(first: nil, last: named.last)
      }
    } else if let dots = text.firstRange(of: "..") {
      let start = DayRange(naming: text[..<dots.lowerBound])
      let end = DayRange(naming: text[dots.upperBound...])
      guard start != nil || text.hasPrefix(".."), end != nil || text.hasSuffix(".."),
        start != nil || end != nil
      else { return nil }
      if let first = start?.first, let last = end?.last, last < first { return nil }
      self.init(first: start?.first, last: end?.last)
    } else {
      self.init(naming: text)
    }
  }

  init?(naming text: Substring) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.count <= 4 && part.allSatisfy { $0.isASCII && $0.isWholeNumber } ? Int(part) : nil
    }
    let (month, day) = (numbers.dropFirst().first, numbers.dropFirst(2).first)
    guard numbers.count == parts.count, numbers.count <= 3, parts[0].count == 4,
      let year = numbers.first, CivilDate(year: year, month: month ?? 1, day: day ?? 1) != nil
    else { return nil }
    self.init(first: Day(year, month ?? 1, day ?? 1), last: Day(year, month ?? 12, day ?? 31))
  }

  var before: DayRange {
    DayRange(first: nil, last: first.map { Day($0.year, $0.month, $0.day - 1) })
  }

  var after: DayRange {
    DayRange(first: last.map { Day($0.year, $0.month, $0.day + 1) }, last: nil)
  }
}
