package import Base

/// A version of a photo's file on a server, as listed.
package struct ServedPhotoFile: Hashable, Sendable {
  /// Display address, such as `s3://bucket/2024/a.jpg`.
  private let place: ByteString
  package let byteCount: Int
  package let modified: FileTime
  private let entityTag: String?

  /// Nil without time and size: versions could hardly be told apart then.
  ///
  /// `place` has no credentials, `modified` is in seconds since 1970 UTC, `entityTag` has no
  /// quotes.
  package init?(place: ByteString, byteCount: Int?, modified: Int?, entityTag: String?) {
    guard let byteCount, let modified else { return nil }
    self.place = place
    self.byteCount = byteCount
    self.modified = FileTime(seconds: modified)
    self.entityTag = entityTag
  }
}

extension ServedPhotoFile: ThumbnailSubject {
  package var uri: PhotoURI { PhotoURI(place: place.bytes) }
  package var addresses: [PhotoURI] { [uri] }
  package var facts: [(ThumbnailText, String)] { entityTag.map { [(.entityTag, $0)] } ?? [] }
  package var lastingFacts: [(ThumbnailText, String)] { facts }
  /// Another version is another photo in the listing.
  package var isUnchanged: Bool { true }
  package func isThumbnail(in place: ThumbnailPlace) -> Bool { false }
}
