/// What came of reading a whole tier.
struct TierCheck: Hashable, Sendable {
  /// The entries that were read.
  var checked = 0
  /// Those that were broken, and are removed where the folder can be written to.
  var broken = 0
  /// Files that belong to no entry, or do not tell who wrote them.
  var stray = 0
  /// Why the tier could not be read, in a few words.
  var trouble: String?
}
