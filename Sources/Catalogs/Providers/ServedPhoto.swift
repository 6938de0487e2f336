import Catalog
import Feeds
import Values

/// What can be told of a server's file without asking for it.
enum ServedPhoto {
  /// Whether a path, or a key, is that of a photo by its name: not hidden, and with an extension of a picture.
  static func isPhoto(_ path: [UInt8]) -> Bool {
    let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let name = ByteString(path[start...])
    return name.bytes.first != UInt8(ascii: ".") && PictureExtension(of: name) != nil
  }

  /// A file as a listing tells of it, and where its picture is, in one or more sizes.
  static func entry(_ file: ServedFile, at renditions: [Rendition]) -> FeedEntry {
    var entry = FeedEntry(renditions: renditions)
    entry.file = file
    return entry
  }

  /// The photos of a listing: they are where it is, which the user has named, be it in a private network.
  static func photos(of page: LoadedPage) -> [Photo] { page.page.entries.map { photo($0) } }

  /// An entry of a listing as a photo, which is of the version that the listing names.
  static func photo(_ entry: FeedEntry) -> Photo {
    Photo(
      WebPhoto(
        entry, mayReachPrivateNetworks: true,
        lifetime: entry.file?.entityTag.map { .version($0) } ?? .asServed))
  }
}
