/// An entry of a catalog: a file that is said to be a photo.
///
/// Two photos are equal where their paths are. Whether the file has changed is found out when it is
/// opened, so that listing a folder costs no look at every file.
package struct Photo: Sendable {
  /// The path up to the name: empty, or with a slash at its end; photos of a folder share its bytes.
  package let folder: ByteString
  /// The file name alone.
  package let name: ByteString

  /// Names a photo by its path, which is not looked at.
  package init(path: ByteString) {
    let nameStart = path.bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    folder = ByteString(path.bytes[..<nameStart])
    name = ByteString(path.bytes[nameStart...])
  }

  /// Makes an entry of a folder that has been read.
  /// - Parameters:
  ///   - folder: Empty for the working folder; else it ends in a slash.
  ///   - name: A name without a slash.
  init(folder: ByteString, name: ByteString) {
    self.folder = folder
    self.name = name
  }

  /// The path, as the user gave the argument and the kernel the rest; joined at every call.
  package var path: ByteString { ByteString(folder.bytes + name.bytes) }
}

extension Photo: Hashable {
  /// Tells whether the paths are equal; names come first, since they differ more often.
  package static func == (first: Photo, second: Photo) -> Bool {
    first.name == second.name && first.folder == second.folder
  }
}
