import Base
internal import Imaging

/// Converts files of server listings to photos.
enum ServedPhoto {
  /// Whether a path or key has the name of a photo: not hidden, and with a picture's extension.
  static func isPhoto(_ path: [UInt8]) -> Bool {
    let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let name = ByteString(path[start...])
    return name.bytes.first != UInt8(ascii: ".") && PictureFormat(fileName: name.bytes) != nil
  }

  static func entry(_ file: ServedFile, at renditions: [Rendition]) -> FeedEntry {
    var entry = FeedEntry(renditions: renditions)
    entry.file = file
    return entry
  }

  /// Private networks are allowed, since the user named the server.
  static func photos(of page: LoadedPage) -> [Photo] { page.page.entries.map { photo($0) } }

  /// A photo of the version that the listing states.
  static func photo(_ entry: FeedEntry) -> Photo {
    Photo(
      WebPhoto(
        entry, mayReachPrivateNetworks: true,
        lifetime: entry.file?.entityTag.map { .version($0) } ?? .asServed))
  }
}
