/// How many files, and how large they are together.
package struct ThumbnailAmount: Hashable, Sendable {
  /// The number of files.
  package private(set) var count = 0
  /// The sum of their sizes in bytes.
  package private(set) var byteCount = 0

  /// Nothing.
  package init() {}

  /// Takes a number of files and the sum of their sizes in bytes.
  package init(count: Int, byteCount: Int) {
    self.count = count
    self.byteCount = byteCount
  }

  mutating func add(_ entry: ThumbnailEntry) {
    count += 1
    byteCount += entry.byteCount
  }

  mutating func add(_ other: ThumbnailAmount) {
    count += other.count
    byteCount += other.byteCount
  }
}
