import System

extension ThumbnailTexts {
  /// The texts for a version of a file; its number only where the volume keeps the number when it
  /// is mounted again.
  init(_ photo: PhotoFile, hasLastingInode: Bool) {
    add(photo.uri.bytes, for: .uri)
    for (key, value) in Self.expected(of: photo.version) { add(value, for: key) }
    if hasLastingInode { add(String(photo.version.inode), for: .inode) }
    add(ThumbnailText.ownSoftware, for: .software)
  }

  /// Whether they belong to a file: address and time must agree, and what else is there.
  func agree(with version: FileVersion, at address: PhotoURI) -> Bool {
    guard !isContradictory, self[.uri] == address.bytes,
      let modified = self[.modified], version.modified.agrees(withText: modified)
    else { return false }
    let expected = Self.expected(of: version) + [(.inode, String(version.inode))]
    return expected.allSatisfy { key, value in
      key == .modified || self[key].map { $0.elementsEqual(value.utf8) } ?? true
    }
  }

  private static func expected(of version: FileVersion) -> [(ThumbnailText, String)] {
    [
      (.modified, String(version.modified.seconds)),
      (.byteCount, String(version.byteCount)),
      (.exactlyModified, version.modified.exactText),
      (.exactlyChanged, version.changed.exactText),
    ]
  }
}
