extension MemoryCache {
  /// The entries that expire next, the earliest first, as many as are asked for at most; asking is
  /// not a use of them.
  ///
  /// For somebody who looks: it takes time in proportion to all that is held.
  package func nextToExpire(_ limit: Int) -> [CachedEntry<Key>] {
    core.withStorage { $0.nextToExpire(max(0, limit)) }
  }
}
