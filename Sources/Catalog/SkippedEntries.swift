/// How many entries a catalog passed over, by reason.
package struct SkippedEntries: Hashable, Sendable {
  /// FIFOs, sockets and devices.
  package var special = 0
  /// Folders and arguments that could not be read, or are not there.
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
