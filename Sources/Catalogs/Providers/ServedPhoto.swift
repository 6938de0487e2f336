import Base
internal import Imaging

/// Converts files of server listings to photos. Private networks are allowed, since the user named
/// the server.
enum ServedPhoto {
  /// Whether a path or key has the name of a photo: not hidden, and with a picture's extension.
  static func isPhoto(_ path: [UInt8]) -> Bool {
    let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let name = ByteString(path[start...])
    return name.bytes.first != UInt8(ascii: ".") && PictureFormat(fileName: name.bytes) != nil
  }

  /// A photo of the version that the listing states.
  static func entry(_ file: ServedFile, at renditions: [Rendition]) -> WebPhoto {
    var photo = WebPhoto(renditions: renditions)
    photo.file = file
    photo.lifetime = file.entityTag.map { .version($0) } ?? .asServed
    return photo
  }
}
