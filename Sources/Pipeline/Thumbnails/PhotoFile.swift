import Glibc
package import System

/// A photo's file as it was at one moment: where it is and which version; another one where it has
/// changed.
package struct PhotoFile: Hashable, Sendable {
  /// The absolute path as bytes, without empty parts, dots and a terminating zero.
  package let path: [UInt8]
  /// The version that was found.
  package let version: FileVersion

  /// Takes a version of a file that was found before the file was read: one that is too old loses a
  /// thumbnail, one that is too new would show a wrong one.
  ///
  /// Nil where the path is longer than one call takes. Blocks where the path leads up through a link.
  /// - Parameters:
  ///   - version: The version.
  ///   - path: A path as bytes, absolute or from the working folder.
  ///   - workingFolder: The absolute path of the folder that relative paths begin in.
  package init?(_ version: FileVersion, at path: [UInt8], workingFolder: [UInt8]) {
    guard path.count < PATH_MAX, let path = AbsolutePath.normalized(path, in: workingFolder) else {
      return nil
    }
    self.path = path
    self.version = version
  }

  /// Looks at a photo's file; blocks.
  ///
  /// Nil where there is no regular file, and as above.
  package init?(path: [UInt8], workingFolder: [UInt8]) {
    guard let version = FileVersion(path: path) else { return nil }
    self.init(version, at: path, workingFolder: workingFolder)
  }

  /// The path of the folder, with a slash at its end, and the name.
  var parts: (folder: ArraySlice<UInt8>, name: ArraySlice<UInt8>) {
    let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return (path[..<start], path[start...])
  }
}

extension PhotoFile: ThumbnailSubject {
  /// The canonical address of the file.
  package var uri: PhotoURI { PhotoURI(path: path) }
  /// That, and as other programs spell it.
  package var addresses: [PhotoURI] { PhotoURI.spellings(ofPath: path) }
  /// The size in bytes.
  package var byteCount: Int { version.byteCount }
  /// When the content last changed.
  package var modified: FileTime { version.modified }

  /// Times to the nanosecond, and the number of the file.
  package var facts: [(ThumbnailText, String)] {
    [
      (.exactlyModified, version.modified.exactText),
      (.exactlyChanged, version.changed.exactText),
      (.inode, String(version.inode)),
    ]
  }

  /// The number of the file only where the volume keeps it when it is mounted again; blocks.
  package var lastingFacts: [(ThumbnailText, String)] {
    FileSystem.hasStableInodes(path) ? facts : facts.filter { $0.0 != .inode }
  }

  /// Whether the file is there, and the same; blocks.
  package var isUnchanged: Bool { PhotoFile(path: path, workingFolder: []) == self }
  /// Whether it lies in a folder of thumbnails.
  package func isThumbnail(in place: ThumbnailPlace) -> Bool { place.contains(self) }
}
