extension MemoryCache {
  /// The entries that expire next, the earliest first, as many as are asked for at most; asking is
  /// not a use of them.
  ///
  /// It takes time for as many as are asked for, and a little for those that hits have moved to later
  /// since somebody last looked or swept.
  package func nextToExpire(_ limit: Int) -> [CachedEntry<Key>] {
    core.withStorage { $0.nextToExpire(max(0, limit)) }
  }
}
