internal import Synchronization

/// Several catalogs as one, in their order.
///
/// All are read at the same time: a slow one holds up nothing but its own photos.
package struct CompositeCatalog: PhotoCatalog {
  /// A catalog, and what is wanted of it.
  package struct Part: Sendable {
    let catalog: any PhotoCatalog
    let demand: CatalogDemand

    /// Takes a catalog, and the demand that it asks whether to go on.
    package init(_ catalog: any PhotoCatalog, demand: CatalogDemand = CatalogDemand(0)) {
      self.catalog = catalog
      self.demand = demand
    }
  }

  private let parts: [Part]
  private let demand: CatalogDemand

  /// Joins catalogs.
  /// - Parameters:
  ///   - parts: The catalogs in their order.
  ///   - demand: What is wanted of all of them together; the demand for a part follows from it.
  package init(_ parts: [Part], demand: CatalogDemand) {
    self.parts = parts
    self.demand = demand
  }

  /// Reads all parts anew.
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

/// The newest snapshots of the parts of a catalog, joined in the order of the parts.
final class JoinedSnapshots: Sendable {
  private struct State {
    var parts: [CatalogSnapshot]
    /// Whether somebody is giving a receiver what is known.
    var isGiving = false
    /// Whether more is known than has been given.
    var isStale = false

    /// What is to be given next; nil where there is nothing more.
    mutating func next() -> [CatalogSnapshot]? {
      isGiving = isStale
      isStale = false
      return isGiving ? parts : nil
    }
  }

  private let demands: [CatalogDemand]
  private let demand: CatalogDemand
  private let state: Mutex<State>

  /// Makes parts of which nothing is known yet.
  /// - Parameters:
  ///   - demands: What is wanted of each part.
  ///   - demand: What is wanted of all of them together, and is passed on to them.
  init(demands: [CatalogDemand], demand: CatalogDemand) {
    self.demands = demands
    self.demand = demand
    let unknown = CatalogSnapshot(isComplete: false)
    state = Mutex(State(parts: demands.map { _ in unknown }))
    demand.pass(on: demands.map { CatalogDemand.Share(demand: $0, precedingCount: 0) })
  }

  /// Replaces what is known of a part, and gives a receiver what is known of all.
  ///
  /// Parts may come from several threads; what is received last is the newest. While one of them gives,
  /// the others leave theirs to it.
  func replace(
    _ part: Int, by snapshot: CatalogSnapshot, for receiver: some SnapshotReceiving
  ) {
    let (counts, isGiving) = state.withLock { state in
      defer { (state.isGiving, state.isStale) = (true, true) }
      state.parts[part] = snapshot
      return (state.parts.map(\.entries.count), state.isGiving)
    }
    passDemand(on: counts)
    guard !isGiving else { return }
    while let parts = state.withLock({ $0.next() }) { receiver.receive(Self.joined(parts)) }
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
      whole.bareFolders += part.bareFolders
      whole.notices += part.notices
      whole.noted.merge(part.noted) { $1 }
      whole.directories.merge(part.directories) { $1 }
      whole.isComplete = whole.isComplete && part.isComplete
      whole.hasMore = whole.hasMore || part.hasMore
    }
    return whole
  }
}
