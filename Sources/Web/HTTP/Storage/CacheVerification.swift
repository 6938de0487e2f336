/// What a walk over the whole cache found.
package struct CacheVerification: Hashable, Sendable {
  /// The entries that were looked at.
  package var checked = 0
  /// Those that were not as they were written, and have been dropped; a database that could not be
  /// read counts as one, whenever it was found.
  package var broken = 0
  /// Files that no entry named, and have been removed.
  package var strayFiles = 0

  init() {}
}
