/// What a catalog knows at one moment: the photos read so far, in their order, and what was passed over.
package struct CatalogSnapshot: Sendable {
  /// The photos in their final order among themselves; later snapshots only add between them.
  package var photos: [Photo]
  /// What was not listed, and why.
  package var skipped: SkippedEntries
  /// Tells whether everything has been read.
  package var isComplete: Bool

  /// Takes what is known; a snapshot is the last one unless it is said otherwise.
  package init(photos: [Photo], skipped: SkippedEntries = .init(), isComplete: Bool = true) {
    self.photos = photos
    self.skipped = skipped
    self.isComplete = isComplete
  }
}
