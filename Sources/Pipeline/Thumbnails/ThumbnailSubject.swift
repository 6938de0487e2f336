package import System

/// What a thumbnail is made of: a file here or on a server, as it was at one moment.
package protocol ThumbnailSubject: Sendable {
  /// The address that thumbnails of ours bear.
  var uri: PhotoURI { get }
  /// All addresses that a thumbnail may bear which others have made of it, and that one.
  var addresses: [PhotoURI] { get }
  /// The size in bytes.
  var byteCount: Int { get }
  /// When it was last written.
  var modified: FileTime { get }
  /// What else tells this version from others; a thumbnail says the same of it, or nothing.
  var facts: [(ThumbnailText, String)] { get }
  /// Those of them that will be the same the next time, and are written; blocks.
  var lastingFacts: [(ThumbnailText, String)] { get }

  /// Whether it is still that version; blocks.
  var isUnchanged: Bool { get }
  /// Whether there are no thumbnails of it, since it is one.
  func isThumbnail(in place: ThumbnailPlace) -> Bool
}
