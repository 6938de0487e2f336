/// Why the index is kept in memory only from now on.
package struct IndexNotice: Hashable, Sendable, CustomStringConvertible {
  /// Why, in a few words.
  package let reason: String

  init(_ fault: CacheError) {
    reason = fault.reason
  }

  /// One short sentence.
  package var description: String { "metadata is not cached on disk: \(reason)" }
}
