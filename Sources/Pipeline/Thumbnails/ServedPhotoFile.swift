package import System
package import Values

/// A photo's file on a server, as its listing described it.
package struct ServedPhotoFile: Hashable, Sendable {
  /// What a person calls it: `s3://bucket/2024/a.jpg`.
  private let place: ByteString
  /// The size in bytes.
  package let byteCount: Int
  /// When it was last written.
  package let modified: FileTime
  /// What the server calls this version of it; nil where it does not.
  private let entityTag: String?

  /// Takes what a listing says.
  ///
  /// Nil where time or size are not known: versions of the file could hardly be told apart then.
  /// - Parameters:
  ///   - place: What a person calls the file, without passwords.
  ///   - byteCount: Its size in bytes.
  ///   - modified: When it was last written, in seconds since 1970 in UTC.
  ///   - entityTag: What the server calls this version, without quotes.
  package init?(place: ByteString, byteCount: Int?, modified: Int?, entityTag: String?) {
    guard let byteCount, let modified else { return nil }
    self.place = place
    self.byteCount = byteCount
    self.modified = FileTime(seconds: modified)
    self.entityTag = entityTag
  }
}

extension ServedPhotoFile: ThumbnailSubject {
  /// The name of its place, escaped.
  package var uri: PhotoURI { PhotoURI(place: place.bytes) }
  /// That alone: nobody else calls it so.
  package var addresses: [PhotoURI] { [uri] }
  /// The name of the version.
  package var facts: [(ThumbnailText, String)] { entityTag.map { [(.entityTag, $0)] } ?? [] }
  /// The same.
  package var lastingFacts: [(ThumbnailText, String)] { facts }
  /// Always: another version is another photo, by its listing.
  package var isUnchanged: Bool { true }
  /// Never: no thumbnails are looked for on servers.
  package func isThumbnail(in place: ThumbnailPlace) -> Bool { false }
}
