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
