package import Catalog
package import Imaging
package import Pipeline

/// What is known of the grid and of its selected photo.
package struct GridStatus: Hashable, Sendable {
  /// The selected photo's number, from 1; zero where there are no photos.
  package var position: Int
  /// How many photos there are so far.
  package var count: Int
  /// Whether more photos may still come.
  package var isReading: Bool
  /// Whether there are more than have been asked for so far.
  package var hasMore: Bool
  /// What was passed over while reading: special files, unreadable folders, broken links, wrong entries.
  package var skippedCount: Int
  /// What is to be said about where the photos come from.
  package var notices: [CatalogNotice]
  /// The selected photo's file name, as bytes of which nothing is known.
  package var name: [UInt8]
  /// What is known of the selected photo's picture, once any of it is there.
  package var info: PictureInfo?
  /// Where the selected photo's picture came from; nil while a rough one stands for it.
  package var provenance: Provenance?
  /// Why the selected photo has no picture.
  package var failureReason: String?
}
