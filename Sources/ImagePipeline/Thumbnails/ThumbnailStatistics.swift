package struct ThumbnailStatistics: Hashable, Sendable {
  package internal(set) var own: [ThumbnailSize: ThumbnailAmount] = [:]
  /// Thumbnails of other programs or of unknown origin.
  package internal(set) var foreign: [ThumbnailSize: ThumbnailAmount] = [:]
  package internal(set) var failures = ThumbnailAmount()
}

package struct ThumbnailAmount: Hashable, Sendable {
  package private(set) var count = 0
  package private(set) var byteCount = 0

  mutating func add(_ entry: ThumbnailEntry) {
    add(ThumbnailAmount(count: 1, byteCount: entry.byteCount))
  }

  mutating func add(_ other: ThumbnailAmount) {
    count += other.count
    byteCount += other.byteCount
  }
}

/// Result of verifying every thumbnail that photocell wrote.
package struct ThumbnailVerification: Hashable, Sendable {
  package internal(set) var whole = ThumbnailAmount()
  /// Damaged, or named by another URI.
  package internal(set) var broken = ThumbnailAmount()
  /// Files named as thumbnails whose writer is unknown; they stay.
  package internal(set) var unknown = ThumbnailAmount()
}
