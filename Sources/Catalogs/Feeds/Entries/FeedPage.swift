package import Addresses

/// What one document of a feed says.
package struct FeedPage: Hashable, Sendable {
  /// The entries, in the order of the feed.
  package var entries: [FeedEntry] = []
  /// What was passed over.
  package var faults = FaultyEntries()
  /// Where the document itself says that the feed goes on.
  package var next: WebURL?
}

extension FeedPage {
  /// Reads items one by one, and passes over those that cannot be read.
  init<Item>(
    _ items: some Sequence<Item>, next: WebURL?,
    entries: (Item) throws(EntryFault) -> [FeedEntry]
  ) {
    self.next = next
    for item in items {
      do throws(EntryFault) {
        self.entries += try entries(item)
      } catch {
        faults.add(error)
      }
    }
  }
}
