internal import Synchronization

/// Concatenates catalogs; all are read concurrently.
package struct CompositeCatalog: PhotoCatalog {
  package struct Part: Sendable {
    let catalog: any PhotoCatalog
    let demand: CatalogDemand

    package init(_ catalog: any PhotoCatalog, demand: CatalogDemand = CatalogDemand(0)) {
      (self.catalog, self.demand) = (catalog, demand)
    }
  }

  private let parts: [Part]
  private let demand: CatalogDemand

  /// `demand` applies to the sum of the parts; it sets the demand of each.
  package init(_ parts: [Part], demand: CatalogDemand) {
    (self.parts, self.demand) = (parts, demand)
  }

  package func snapshots() -> AsyncStream<CatalogSnapshot> {
    SnapshotStream.start { [parts, demand] stream in
      let joined = JoinedSnapshots(demands: parts.map(\.demand), demand: demand)
      await withDiscardingTaskGroup { group in
        for (number, part) in parts.enumerated() {
          group.addTask {
            for await snapshot in part.catalog.snapshots() {
              joined.replace(number, by: snapshot, for: stream)
            }
          }
        }
      }
    }
  }
}

final class JoinedSnapshots: Sendable {
  private struct State {
    var parts: [CatalogSnapshot]
    var isPublishing = false
    var isStale = false

    mutating func next() -> [CatalogSnapshot]? {
      isPublishing = isStale
      isStale = false
      return isPublishing ? parts : nil
    }
  }

  private let demands: [CatalogDemand]
  private let demand: CatalogDemand
  private let state: Mutex<State>

  init(demands: [CatalogDemand], demand: CatalogDemand) {
    (self.demands, self.demand) = (demands, demand)
    let unknown = CatalogSnapshot(isComplete: false)
    state = Mutex(State(parts: demands.map { _ in unknown }))
    demand.pass(on: demands.map { CatalogDemand.Share(demand: $0, precedingCount: 0) })
  }

  /// Callable from several threads; the last snapshot published is the newest. If another thread is
  /// publishing, it publishes this change too.
  func replace(_ part: Int, by snapshot: CatalogSnapshot, for receiver: some SnapshotReceiving) {
    let (counts, isPublishing) = state.withLock { state in
      defer { (state.isPublishing, state.isStale) = (true, true) }
      state.parts[part] = snapshot
      return (state.parts.map(\.entries.count), state.isPublishing)
    }
    passDemand(on: counts)
    guard !isPublishing else { return }
    while let parts = state.withLock({ $0.next() }) { receiver.receive(Self.joined(parts)) }
  }

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
      whole.emptyFolders += part.emptyFolders
      whole.notices += part.notices
      whole.noted.merge(part.noted) { $1 }
      whole.directories.merge(part.directories) { $1 }
      whole.isComplete = whole.isComplete && part.isComplete
      whole.hasMore = whole.hasMore || part.hasMore
    }
    return whole
  }
}
