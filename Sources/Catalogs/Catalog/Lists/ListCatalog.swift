internal import Base

/// The photos of a list of paths and addresses, in its order, published while it is being read.
///
/// Each entry is listed as a photo without checking; a folder, for example, shows an error in its
/// cell. Relative paths start at the working folder, wherever the list is.
package struct ListCatalog: PhotoCatalog {
  private let place: ListPlace
  private let separator: ListSeparator
  private let elapsed: @Sendable () -> Duration
  private let queue = WorkQueue(label: "list")

  /// Does not open the list; standard input can be read only once.
  package init<C: Clock>(
    _ place: ListPlace, separator: ListSeparator, clock: C = ContinuousClock()
  ) where C.Duration == Duration {
    self.place = place
    self.separator = separator
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
  }

  /// Reads the list; without a subscriber reading ends when the next bytes arrive.
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
