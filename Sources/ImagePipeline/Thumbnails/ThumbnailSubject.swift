package import Base

/// The source of a thumbnail: a version of a file, local or on a server.
package protocol ThumbnailSubject: Sendable {
  var uri: PhotoURI { get }
  /// All URIs that thumbnails of other programs may have, including ours.
  var addresses: [PhotoURI] { get }
  var byteCount: Int { get }
  var modified: FileTime { get }
  /// What else identifies the version; a thumbnail must agree, if it has the key.
  var facts: [(ThumbnailText, String)] { get }
  /// The facts that stay the same, which are written; blocks.
  var lastingFacts: [(ThumbnailText, String)] { get }

  /// Whether the file is still that version; blocks.
  var isUnchanged: Bool { get }
  func isThumbnail(in place: ThumbnailPlace) -> Bool
}
