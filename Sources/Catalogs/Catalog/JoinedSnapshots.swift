internal import Synchronization

/// The newest snapshots of the parts of a catalog, joined in the order of the parts.
final class JoinedSnapshots: Sendable {
  private let demands: [CatalogDemand]
  private let demand: CatalogDemand
  private let parts: Mutex<[CatalogSnapshot]>

  /// Makes parts of which nothing is known yet.
  /// - Parameters:
  ///   - demands: What is wanted of each part.
  ///   - demand: What is wanted of all of them together, and is passed on to them.
  init(demands: [CatalogDemand], demand: CatalogDemand) {
    self.demands = demands
    self.demand = demand
    let unknown = CatalogSnapshot(isComplete: false)
    parts = Mutex(demands.map { _ in unknown })
    demand.pass(on: demands.map { CatalogDemand.Share(demand: $0, precedingCount: 0) })
  }

  /// Replaces what is known of a part, and gives a receiver what is known of all.
  ///
  /// Parts may come from several threads; what is received last is the newest.
  func replace(
    _ part: Int, by snapshot: CatalogSnapshot, for receiver: some SnapshotReceiving
  ) {
    let counts = parts.withLock { parts in
      parts[part] = snapshot
      return parts.map(\.entries.count)
    }
    passDemand(on: counts)
    parts.withLock { receiver.receive(Self.joined($0)) }
  }

  /// Tells every part how much is wanted of it, now that others before it may have grown.
  private func passDemand(on counts: [Int]) {
    var precedingCount = 0
    let shares = zip(demands, counts).map { demand, count in
      defer { precedingCount += count }
      return CatalogDemand.Share(demand: demand, precedingCount: precedingCount)
    }
    demand.pass(on: shares)
  }

  private static func joined(_ parts: [CatalogSnapshot]) -> CatalogSnapshot {
    var whole = CatalogSnapshot()
    whole.entries.reserveCapacity(parts.reduce(0) { $0 + $1.entries.count })
    for part in parts {
      whole.entries += part.entries
      whole.skipped = whole.skipped + part.skipped
      whole.notices += part.notices
      whole.isComplete = whole.isComplete && part.isComplete
      whole.hasMore = whole.hasMore || part.hasMore
    }
    return whole
  }
}
