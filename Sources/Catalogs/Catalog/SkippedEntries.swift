/// How many entries a catalog passed over, by reason.
package struct SkippedEntries: Hashable, Sendable {
  /// FIFOs, sockets and devices.
  package var special = 0
  /// Folders that could not be read.
  package var unreadable = 0
  /// Links that lead round in a loop or nowhere.
  package var brokenLinks = 0
  /// Entries of lists and feeds that say nothing that can be loaded.
  package var faulty = 0

  /// Nothing passed over yet.
  package init() {}

  /// All of them together.
  package var count: Int { special + unreadable + brokenLinks + faulty }

  /// Both together.
  static func + (first: SkippedEntries, second: SkippedEntries) -> SkippedEntries {
    var sum = first
    sum.special += second.special
    sum.unreadable += second.unreadable
    sum.brokenLinks += second.brokenLinks
    sum.faulty += second.faulty
    return sum
  }
}

extension SkippedEntries: CustomStringConvertible {
  /// What was passed over, by reason: `passed over: 2 unreadable, 1 broken link`.
  package var description: String {
    let parts = [
      (special, "special file", "special files"), (unreadable, "unreadable", "unreadable"),
      (brokenLinks, "broken link", "broken links"), (faulty, "faulty entry", "faulty entries"),
    ]
    let words = parts.filter { $0.0 > 0 }.map { "\($0) \($0 == 1 ? $1 : $2)" }
    return "passed over: \(words.isEmpty ? "nothing" : words.joined(separator: ", "))"
  }
}
