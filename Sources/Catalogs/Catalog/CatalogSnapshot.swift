/// What a catalog knows at one moment: the photos read so far, in their order, and what was passed over.
package struct CatalogSnapshot: Sendable {
  /// The photos in their final order among themselves; later snapshots only add between them.
  package var photos: [Photo]
  /// What was not listed, and why.
  package var skipped: SkippedEntries
  /// What is to be said about the sources, those that failed included.
  package var notices: [CatalogNotice]
  /// Tells whether nothing is being read: everything is here, or all that anybody wanted.
  package var isComplete: Bool
  /// Tells whether there is more than anybody has wanted so far.
  package var hasMore: Bool

  /// Takes what is known; a snapshot is the last one unless it is said otherwise.
  package init(
    photos: [Photo], skipped: SkippedEntries = .init(), notices: [CatalogNotice] = [],
    isComplete: Bool = true, hasMore: Bool = false
  ) {
    self.photos = photos
    self.skipped = skipped
    self.notices = notices
    self.isComplete = isComplete
    self.hasMore = hasMore
  }
}
