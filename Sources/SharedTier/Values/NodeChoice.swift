internal import Base

/// Rendezvous hashing (Thaler and Ravishankar 1998): a key belongs to the node with the highest
/// weight for it.
///
/// Independent of the order of nodes; removing a node moves only its own keys.
struct NodeChoice {
  private let seeds: [UInt64]

  init(_ nodes: [TierNode]) {
    seeds = nodes.map { Array($0.description.utf8).stableHash }
  }

  func index(of key: TierKey) -> Int {
    let hash = key.digest.stableHash
    let weights = seeds.map { Self.mixed($0 ^ hash) }
    return weights.indices.max { weights[$0] < weights[$1] } ?? 0
  }

  /// The finalizer of MurmurHash3.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = (value ^ value >> 33) &* 0xFF51_AFD7_ED55_8CCD
    mixed = (mixed ^ mixed >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return mixed ^ mixed >> 33
  }
}
