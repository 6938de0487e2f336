package import Catalog

/// What is known of the grid and of its selected photo.
package struct GridStatus: Hashable, Sendable {
  /// The selected photo's number, from 1; zero where there are no photos.
  package var position: Int
  /// How many photos there are so far.
  package var count: Int
  /// Tells whether more photos may still come.
  package var isReading: Bool
  /// Tells whether there are more than anybody has come near to.
  package var hasMore: Bool
  /// What was passed over while reading: special files, unreadable folders, broken links, wrong entries.
  package var skippedCount: Int
  /// What is to be said about where the photos come from.
  package var notices: [CatalogNotice]
  /// The selected photo's file name, as bytes of which nothing is known.
  package var name: [UInt8]
  /// What is known of the selected photo once its picture is there.
  package var picture: PictureStatus?
  /// Why the selected photo has no picture.
  package var failureReason: String?
}
