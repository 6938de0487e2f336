/// Finds out which pages a catalog has, and reads them.
package protocol PageListing: EntryPaging {
  /// In which order the photos are.
  var order: ListedOrder { get }

  /// Asks for all pages, but for nothing that is on them.
  /// - Throws: Why they cannot be had.
  func pages() async throws(CatalogError) -> [EntryPage]
}

/// A catalog of which the pages are known before any of them is read: how many photos there are, and when they were
/// taken, is exact from the first snapshot on.
package struct PagedCatalog<Listing: PageListing>: PhotoCatalog {
  private let listing: Listing
  private let demand: CatalogDemand

  /// Makes a catalog that has asked for nothing yet.
  /// - Parameters:
  ///   - listing: Finds out which pages there are.
  ///   - demand: Says when that is to be found out again.
  package init(_ listing: Listing, demand: CatalogDemand) {
    (self.listing, self.demand) = (listing, demand)
  }

  /// One snapshot with the pages, and another one whenever they have been asked for again, together with those that
  /// are held.
  package func snapshots() -> AsyncStream<CatalogSnapshot> {
    SnapshotStream.start { [listing, demand] stream in
      var known: PagedEntries?
      while !Task.isCancelled {
        let retryCount = demand.retryCount
        var snapshot = CatalogSnapshot()
        do throws(CatalogError) {
          let pages = try await listing.pages()
          known =
            if let known {
              try await .renewing(known, by: pages, tellingAll: false, from: listing)
            } else {
              PagedEntries(pages, order: listing.order, from: listing)
            }
        } catch {
          guard !Task.isCancelled else { return }
          snapshot.notices = [listing.notice(of: error)]
        }
        snapshot.paged = known
        stream.receive(snapshot)
        await demand.waitForRetry(after: retryCount)
      }
    }
  }
}
