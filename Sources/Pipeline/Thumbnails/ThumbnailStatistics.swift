/// What lies in the folders of thumbnails.
package struct ThumbnailStatistics: Hashable, Sendable {
  /// What photocell wrote, by size class.
  package internal(set) var own: [ThumbnailSize: ThumbnailAmount] = [:]
  /// What other programs wrote, by size class; also what cannot be told.
  package internal(set) var foreign: [ThumbnailSize: ThumbnailAmount] = [:]
  /// The photos that this and other versions of photocell could not decode.
  package internal(set) var failures = ThumbnailAmount()

  init() {}
}

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

/// What came of looking at every thumbnail that photocell wrote.
package struct ThumbnailVerification: Hashable, Sendable {
  /// Those that are whole.
  package internal(set) var whole = ThumbnailAmount()
  /// Those that are damaged, or have the name of another address.
  package internal(set) var broken = ThumbnailAmount()
  /// Files with the name of a thumbnail that do not tell who wrote them, and stay.
  package internal(set) var unknown = ThumbnailAmount()

  init() {}
}
