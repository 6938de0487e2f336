import Catalog
import Values

/// What can be told of a server's file without asking for it.
enum ServedPhoto {
  /// Whether a path, or a key, is that of a photo by its name: not hidden, and with an extension of a picture.
  static func isPhoto(_ path: [UInt8]) -> Bool {
    let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let name = ByteString(path[start...])
    return name.bytes.first != UInt8(ascii: ".") && PictureExtension(of: name) != nil
  }
}
