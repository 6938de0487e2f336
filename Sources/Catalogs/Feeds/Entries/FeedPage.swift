package import Base

package struct FeedPage: Hashable, Sendable {
  package var entries: [WebPhoto] = []
  package var faults = FaultyEntries()
  package var next: WebURL?
  /// The continuation token for the next page, if the server uses one instead of an address.
  package var cursor: String?
  package var version: [Int] = []
  /// Documents listed as its parts, in order: folders in a folder, months of a timeline.
  package var parts: [WebURL] = []
  /// Names of subfolders; untrusted bytes without slashes.
  package var folders: [ByteString] = []
  package var last: ByteString?
  package var totalCount: Int?
}

extension FeedPage {
  package init<Item>(
    _ items: some Sequence<Item>, next: WebURL?,
    entries: (Item) throws(FeedEntryError) -> [WebPhoto]
  ) {
    self.next = next
    for item in items {
      do throws(FeedEntryError) {
        self.entries += try entries(item)
      } catch {
        faults.add(error)
      }
    }
  }
}

package struct FaultyEntries: Hashable, Sendable {
  package private(set) var count = 0
  /// At most five.
  package private(set) var first: [FeedEntryError] = []

  mutating func add(_ fault: FeedEntryError) {
    count += 1
    if first.count < 5 { first.append(fault) }
  }

  package mutating func add(_ others: FaultyEntries) {
    count += others.count
    first += others.first.prefix(5 - first.count)
  }
}

package struct FeedEntryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Path in the document such as `photos[3].urls.regular`, or a line.
  package let place: String
  package let error: FeedError

  package var description: String { "\(place): \(error)" }
}

extension FeedEntryError {
  init(line: Int, _ error: FeedError) {
    self.init(place: "line \(line)", error: error)
  }
}
