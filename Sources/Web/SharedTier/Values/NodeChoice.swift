internal import Values

/// Which node of a shared tier has a key: the one with the highest weight for it (rendezvous hashing,
/// Thaler and Ravishankar 1998).
///
/// All machines that name the same nodes agree, in whatever order they name them; a node that is taken
/// out moves its own keys and no others.
struct NodeChoice {
  private let seeds: [UInt64]

  init(_ nodes: [TierNode]) {
    seeds = nodes.map { Array($0.description.utf8).stableHash }
  }

  /// The index of the node that has a key.
  func index(of key: TierKey) -> Int {
    let hash = key.digest.stableHash
    let weights = seeds.map { Self.mixed($0 ^ hash) }
    return weights.indices.max { weights[$0] < weights[$1] } ?? 0
  }

  /// The last step of MurmurHash3: every bit counts for every other.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = (value ^ value >> 33) &* 0xFF51_AFD7_ED55_8CCD
    mixed = (mixed ^ mixed >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return mixed ^ mixed >> 33
  }
}
