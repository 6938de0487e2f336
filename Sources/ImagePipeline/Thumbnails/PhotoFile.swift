package import Base
import Glibc

/// A version of a photo's file, by path; a changed file is another value.
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
    self.path = path
    self.version = version
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
    FileSystem.hasStableInodes(path) ? facts : facts.filter { $0.0 != .inode }
  }

  package var isUnchanged: Bool { PhotoFile(path: path, workingFolder: []) == self }
  package func isThumbnail(in place: ThumbnailPlace) -> Bool { place.contains(self) }
}
