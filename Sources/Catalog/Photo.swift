/// An entry of a catalog: a file that is said to be a photo.
///
/// Two photos are equal where their paths are. Whether the file has changed is found out when it is
/// opened, so that listing a folder costs no look at every file.
package struct Photo: Hashable, Sendable {
  /// The path, as the user gave the argument and the kernel the rest.
  package let path: ByteString
  /// Where the file name begins in the path, in bytes.
  private let nameStart: Int

  package init(path: ByteString) {
    self.path = path
    let slash = path.bytes.lastIndex(of: UInt8(ascii: "/"))
    nameStart = slash.map { $0 + 1 } ?? 0
  }

  /// The file name alone.
  package var name: ByteString { ByteString(path.bytes[nameStart...]) }
}
