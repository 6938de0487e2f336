package import Base
import Glibc

package struct PhotoFile: Hashable, Sendable {
  /// Absolute, without empty components, dots and terminating zero.
  package let path: [UInt8]
  package let version: FileVersion

  /// The version must have been read before the file's content: one that is too old loses a
  /// thumbnail, one that is too new would show a wrong one.
  ///
  /// Nil if the path exceeds PATH_MAX. Blocks if the path contains `..`.
  package init?(_ version: FileVersion, at path: [UInt8], workingFolder: [UInt8]) {
    guard path.count < PATH_MAX, let path = AbsolutePath.normalized(path, in: workingFolder) else {
      return nil
    }
    (self.path, self.version) = (path, version)
  }

  /// Stats a file; blocks; nil if there is no regular file, or as above.
  package init?(path: [UInt8], workingFolder: [UInt8]) {
    guard let version = FileVersion(path: path) else { return nil }
    self.init(version, at: path, workingFolder: workingFolder)
  }

  var parts: (folder: ArraySlice<UInt8>, name: ArraySlice<UInt8>) {
    let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return (path[..<start], path[start...])
  }
}

extension PhotoFile: ThumbnailSubject {
  package var uri: PhotoURI { PhotoURI(path: path) }
  package var addresses: [PhotoURI] { PhotoURI.spellings(ofPath: path) }
  package var byteCount: Int { version.byteCount }
  package var modified: FileTime { version.modified }

  /// Times to the nanosecond, and the inode number.
  package var facts: [(ThumbnailText, String)] {
    [
      (.exactlyModified, version.modified.exactText),
      (.exactlyChanged, version.changed.exactText),
      (.inode, String(version.inode)),
    ]
  }

  /// The inode number only if it survives remounting; blocks.
  package var lastingFacts: [(ThumbnailText, String)] {
    FileSystem.hasStableInodes(at: path) ? facts : facts.filter { $0.0 != .inode }
  }

  package var isUnchanged: Bool { PhotoFile(path: path, workingFolder: []) == self }
  package func isThumbnail(in place: ThumbnailPlace) -> Bool { place.contains(self) }
}

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
    (self.place, self.byteCount) = (place, byteCount)
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
