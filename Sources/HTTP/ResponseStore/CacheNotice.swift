internal import Storage

/// Why responses are cached in memory only from now on.
package struct CacheNotice: Hashable, Sendable, CustomStringConvertible {
  private let fault: CacheError

  init(_ fault: CacheError) {
    self.fault = fault
  }

  /// What the system said.
  package var errno: Int32 { fault.errno }

  /// One short sentence.
  package var description: String { "web responses are not cached on disk: \(reason)" }

  /// Why, in a few words.
  package var reason: String { fault.reason }
}
