/// The fingerprints of the keys that were evicted last.
///
/// A table of buckets of four, as the paper on S3-FIFO proposes: each entry has the number of its
/// arrival and is forgotten once `limit` others came after it, so nothing is ever moved.
struct GhostQueue: Sendable {
  private struct Ghost: Sendable {
    var fingerprint: UInt32 = 0
    /// When it came; zero where there is none.
    var number: UInt32 = 0
  }

  private var table: [Ghost] = []
  private var added: UInt32 = 0
  /// How many of the last are remembered.
  private var limit: UInt32 = 0

  /// Remembers a fingerprint.
  /// - Parameters:
  ///   - fingerprint: The fingerprint of an evicted key.
  ///   - limit: How many of the last to remember from now on.
  mutating func add(_ fingerprint: UInt32, limit: Int) {
    self.limit = UInt32(clamping: min(limit, 1 << 28))
    makeRoom(for: limit)
    added = added == .max ? 1 : added + 1
    let bucket = bucket(of: fingerprint)
    let place = bucket.max { rank(of: table[$0], fingerprint) < rank(of: table[$1], fingerprint) }
    guard let place else { return }
    table[place] = Ghost(fingerprint: fingerprint, number: added)
  }

  /// Fetches the memory of a fingerprint that will be added or taken in a moment.
  func prefetch(_ fingerprint: UInt32) { table.prefetch(bucket(of: fingerprint).lowerBound) }

  /// Forgets a fingerprint and returns whether it was remembered.
  mutating func take(_ fingerprint: UInt32) -> Bool {
    guard !table.isEmpty else { return false }
    for place in bucket(of: fingerprint)
    where table[place].fingerprint == fingerprint && isRemembered(table[place]) {
      table[place] = Ghost()
      return true
    }
    return false
  }

  private func age(of ghost: Ghost) -> UInt32 { added &- ghost.number }

  /// Of a bucket the ghost of the highest rank goes: the same one, or none, or the oldest.
  private func rank(of ghost: Ghost, _ fingerprint: UInt32) -> UInt32 {
    guard ghost.number != 0 else { return .max - 1 }
    return ghost.fingerprint == fingerprint ? .max : age(of: ghost)
  }

  private func isRemembered(_ ghost: Ghost) -> Bool {
    ghost.number != 0 && age(of: ghost) < limit
  }

  /// Four places, chosen by the upper bits of a product (Knuth, TAOCP 3, section 6.4).
  private func bucket(of fingerprint: UInt32) -> Range<Int> {
    let spread = UInt64(fingerprint &* 2_654_435_769)
    let bucket = Int((spread &* UInt64(table.count / 4)) >> 32)
    return 4 * bucket..<4 * bucket + 4
  }

  /// Grows to twice the limit at least, and keeps what is remembered.
  private mutating func makeRoom(for limit: Int) {
    guard 2 * table.count < 3 * limit || table.isEmpty else { return }
    let old = table.filter { isRemembered($0) }.sorted { age(of: $0) > age(of: $1) }
    table = Array(repeating: Ghost(), count: max(64, 2 * limit))
    if table.count % 4 != 0 { table.removeLast(table.count % 4) }
    for ghost in old {
      let free = bucket(of: ghost.fingerprint).first { table[$0].number == 0 }
      if let free { table[free] = ghost }
    }
  }
}
