package protocol PageListing: EntryPaging {
  var order: ListedOrder { get }

  func pages() async throws(CatalogError) -> [EntryPage]
}

/// A catalog whose pages are known before any is read: counts and months are exact from the first
/// snapshot on.
package struct PagedCatalog<Listing: PageListing>: PhotoCatalog {
  private let listing: Listing
  private let demand: CatalogDemand

  package init(_ listing: Listing, demand: CatalogDemand) {
    (self.listing, self.demand) = (listing, demand)
  }

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
              try await .renewing(known, by: pages, countsSuffice: false, from: listing)
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
