internal import Concurrency
package import Feeds

/// The photos of a list of paths and addresses, in its order, shown while it still comes in.
///
/// Whatever an entry names is taken for a photo. What turns out to be something else, such as a
/// folder, says so in its cell. Relative paths begin in the working folder, wherever the list is.
package struct ListCatalog: PhotoCatalog {
  private let place: ListPlace
  private let separator: ListSeparator
  private let elapsed: @Sendable () -> Duration
  private let queue = WorkQueue(label: "list")

  /// Makes a catalog that has not touched the list yet.
  /// - Parameters:
  ///   - place: Where the list is; standard input can be read once.
  ///   - separator: What stands behind its entries.
  ///   - clock: Tells how long ago the last snapshot was.
  package init<C: Clock>(
    _ place: ListPlace, separator: ListSeparator, clock: C = ContinuousClock()
  ) where C.Duration == Duration {
    self.place = place
    self.separator = separator
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
  }

  /// Reads the list; reading ends when nobody listens any more and the next bytes come.
  package func snapshots() -> AsyncStream<CatalogSnapshot> {
    let shortage = CatalogNotice(
      source: place.description, problem: "\(CatalogError.noThread)", isFailure: true)
    return SnapshotStream.start(
      on: queue, orElse: CatalogSnapshot(notices: [shortage])
    ) { [place, separator, elapsed] stream in
      var reading = ListReading(
        source: place.description, separator: separator, elapsed: elapsed)
      reading.run(place, for: stream)
    }
  }
}
