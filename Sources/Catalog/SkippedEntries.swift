/// How many entries a catalog passed over, by reason.
package struct SkippedEntries: Hashable, Sendable {
  /// FIFOs, sockets and devices.
  package var special = 0
  /// Folders and arguments that could not be read, or are not there.
  package var unreadable = 0
  /// Links that lead round in a loop or nowhere.
  package var brokenLinks = 0

  /// Nothing passed over yet.
  package init() {}

  /// All of them together.
  package var count: Int { special + unreadable + brokenLinks }
}
