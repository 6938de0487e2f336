package import Addresses
package import Values

/// What one document of a feed says.
package struct FeedPage: Hashable, Sendable {
  /// The entries, in the order of the feed.
  package var entries: [FeedEntry] = []
  /// What was passed over.
  package var faults = FaultyEntries()
  /// Where the document itself says that the feed goes on.
  package var next: WebURL?
  /// What the server calls the page that follows, where that is asked for by a query and not by an address; nil where
  /// it does not.
  package var cursor: String?
  /// The major and the minor version of the server's interface, where the document is about that.
  package var version: [Int] = []
  /// The documents that it lists as parts of its own, in their order: the folders in a folder, the months of a
  /// timeline.
  package var parts: [WebURL] = []
  /// What the folders inside are called, as they stand beside the entries; foreign bytes without slashes.
  package var folders: [ByteString] = []
  /// The last of the keys that the document lists, of whatever it is; nil where it has none.
  package var last: ByteString?
  /// How many entries all of them have, as the document says; nil where it does not.
  package var totalCount: Int?

  /// A page that says nothing yet.
  package init() {}
}

extension FeedPage {
  /// Reads items one by one, and passes over those that cannot be read.
  package init<Item>(
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

/// How many entries of a feed were passed over, and why the first of them.
package struct FaultyEntries: Hashable, Sendable {
  /// All of them.
  package private(set) var count = 0
  /// The first five.
  package private(set) var first: [EntryFault] = []

  /// None yet.
  package init() {}

  /// Notes one more.
  mutating func add(_ fault: EntryFault) {
    count += 1
    if first.count < 5 { first.append(fault) }
  }

  /// Notes those of a later page.
  package mutating func add(_ others: FaultyEntries) {
    count += others.count
    first += others.first.prefix(5 - first.count)
  }
}

/// Why an entry of a feed was passed over.
package struct EntryFault: Error, Hashable, Sendable {
  /// Where in the document: a path such as `photos[3].urls.regular`, or a line.
  package let place: String
  /// What is wrong there.
  package let error: FeedError

  /// Notes what is wrong, and where.
  package init(place: String, error: FeedError) {
    (self.place, self.error) = (place, error)
  }
}

extension EntryFault: CustomStringConvertible {
  /// One line in ASCII.
  package var description: String { "\(place): \(error)" }
}
