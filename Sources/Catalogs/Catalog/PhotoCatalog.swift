internal import Base

/// A source of photos that is read incrementally and may change.
package protocol PhotoCatalog: Sendable {
  /// Each snapshot replaces the previous one. A complete snapshot is the last, unless there is more
  /// demand, a retry, or a change. A slow subscriber gets only the newest. Reading stops soon after
  /// the subscriber is gone; a read of standard input stops at the next bytes or its end.
  func snapshots() -> AsyncStream<CatalogSnapshot>
}

package struct KnownPhotos: PhotoCatalog {
  private let snapshot: CatalogSnapshot

  package init(_ photos: [Photo]) {
    self.init(CatalogSnapshot(photos: photos))
  }

  init(_ snapshot: CatalogSnapshot) {
    self.snapshot = snapshot
  }

  package func snapshots() -> AsyncStream<CatalogSnapshot> {
    AsyncStream { continuation in
      continuation.yield(snapshot)
      continuation.finish()
    }
  }
}

/// A catalog that a function reads whole, and again at each retry.
package struct RereadPhotos: PhotoCatalog {
  private let demand: CatalogDemand
  private let read: @Sendable () -> CatalogSnapshot
  private let queue = WorkQueue(label: "catalog")

  /// `read` may block.
  package init(demand: CatalogDemand, read: @escaping @Sendable () -> CatalogSnapshot) {
    (self.demand, self.read) = (demand, read)
  }

  package func snapshots() -> AsyncStream<CatalogSnapshot> {
    SnapshotStream.start { [demand, read, queue] stream in
      while !stream.isGone {
        let count = demand.retryCount
        stream.receive(await queue.run(read))
        await demand.waitForRetry(after: count)
      }
    }
  }
}
