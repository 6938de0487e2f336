package import Base
package import HTTP

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

/// A catalog that a function reads whole, and again at each retry. The function gets the last
/// snapshot that listed anything, at first an empty one, so that entries keep their ids.
package struct RereadPhotos: PhotoCatalog {
  private let demand: CatalogDemand
  private let read: @Sendable (CatalogSnapshot) async -> CatalogSnapshot

  init(
    demand: CatalogDemand,
    awaiting read: @escaping @Sendable (CatalogSnapshot) async -> CatalogSnapshot
  ) {
    (self.demand, self.read) = (demand, read)
  }

  /// `read` may block.
  package init(
    demand: CatalogDemand, read: @escaping @Sendable (CatalogSnapshot) -> CatalogSnapshot
  ) {
    let queue = WorkQueue(label: "catalog")
    self.init(demand: demand, awaiting: { previous in await queue.run { read(previous) } })
  }

  package func snapshots() -> AsyncStream<CatalogSnapshot> {
    SnapshotStream.start { [demand, read] stream in
      var last = CatalogSnapshot()
      while !stream.isGone {
        let count = demand.retryCount
        let snapshot = await read(last)
        stream.receive(snapshot)
        if snapshot.count + snapshot.folders.count > 0 { last = snapshot }
        await demand.waitForRetry(after: count)
      }
    }
  }
}

/// One kind of server, with a URL scheme of its own.
package protocol CatalogProvider: Sendable {
  /// The URL scheme in lower case, without `://`.
  var scheme: String { get }

  /// The address of a local path that it lists instead of the folder reader; nil for all others.
  /// Checks the disk only for a name of its own.
  func address(of path: ByteString) -> ByteString?

  /// May read the user's files. Throws `CatalogError.provider` for invalid or missing settings.
  func access(for address: ByteString) throws(CatalogError) -> ServerAccess

  /// Before any request; may read the user's files. With `isPaged`, snapshots of large listings may
  /// use `CatalogSnapshot.paged`. Throws like `access(for:)`.
  func catalog(
    of address: ByteString, isPaged: Bool, client: HTTPClient, demand: CatalogDemand
  ) throws(CatalogError) -> any PhotoCatalog
}

extension CatalogProvider {
  package func access(for address: ByteString) throws(CatalogError) -> ServerAccess {
    ServerAccess()
  }

  package func address(of path: ByteString) -> ByteString? { nil }

  package func provides(_ argument: ByteString) -> Bool {
    argument.bytes.lazy.map(\.lowercased).starts(with: "\(scheme)://".utf8)
  }
}

extension [any CatalogProvider] {
  /// By the first provider that lists a local path; nil if none does.
  func address(of path: ByteString) -> ByteString? {
    lazy.compactMap { $0.address(of: path) }.first
  }
}
