internal import Glibc
internal import System

/// A folder of thumbnails below the one that holds all.
enum ThumbnailShelf: Hashable {
  /// The thumbnails of a size class.
  case size(ThumbnailSize)
  /// What one version of photocell could not decode.
  case failures(version: String)

  /// The names of the folders on the way.
  var folderNames: [String] {
    switch self {
    case .size(let size): [size.folderName]
    case .failures(let version): [Self.failureFolder, Self.failurePrefix + version]
    }
  }

  static let failureFolder = "fail"
  static let failurePrefix = "photocell-"

  /// The path below another folder.
  func path(in root: [UInt8]) -> [UInt8] {
    folderNames.reduce(root) { $0 + [UInt8(ascii: "/")] + Array($1.utf8) }
  }
}

/// Opens folders to write thumbnails into, and makes those that are missing.
///
/// Nothing is written into a folder of another user, nor through a link of another user: the first
/// would leave files in a home that its owner cannot remove, the second may lead anywhere.
enum ShelfOpening {
  /// Opens a shelf; blocks.
  /// - Throws: `ThumbnailError`; folders that were made stay.
  static func open(
    _ shelf: ThumbnailShelf, in place: ThumbnailPlace
  ) throws(ThumbnailError) -> Descriptor {
    guard let cacheFolder = place.cacheFolder else { throw .noFolder }
    var folder = try openCacheFolder(cacheFolder)
    for name in ["thumbnails"] + shelf.folderNames {
      folder = try openOrMake(Array(name.utf8), in: folder)
    }
    return folder
  }

  /// Opens a path through any links, and makes what is missing at its end.
  private static func openCacheFolder(_ path: [UInt8]) throws(ThumbnailError) -> Descriptor {
    if let folder = Descriptor(opened: unsafe Glibc.open(path.cString, folderFlags)) {
      return try checked(folder, alsoRoots: true)
    }
    guard errno == ENOENT, let slash = path.lastIndex(of: UInt8(ascii: "/")), slash > 0 else {
      throw ThumbnailError(errno: errno)
    }
    let parent = try openCacheFolder(Array(path[..<slash]))
    let name = Array(path[(slash + 1)...])
    return try name.isEmpty ? parent : openOrMake(name, in: parent)
  }

  private static let folderFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC

  private static func openOrMake(
    _ name: [UInt8], in parent: borrowing Descriptor
  ) throws(ThumbnailError) -> Descriptor {
    let name = name.cString
    if unsafe mkdirat(parent.number, name, 0o700) != 0, errno != EEXIST {
      throw ThumbnailError(errno: errno)
    }
    let direct = unsafe openat(parent.number, name, folderFlags | O_NOFOLLOW)
    if let folder = Descriptor(opened: direct) { return try checked(folder) }
    var link = stat()
    guard unsafe fstatat(parent.number, name, &link, AT_SYMLINK_NOFOLLOW) == 0 else {
      throw ThumbnailError(errno: errno)
    }
    guard link.st_uid == geteuid() else { throw .foreignFolder }
    guard let folder = Descriptor(opened: unsafe openat(parent.number, name, folderFlags)) else {
      throw ThumbnailError(errno: errno)
    }
    return try checked(folder)
  }

  /// Passes a folder on that is the user's own, or where that is said one of root's, as those that
  /// hold the folders of all users are.
  private static func checked(
    _ folder: consuming Descriptor, alsoRoots: Bool = false
  ) throws(ThumbnailError) -> Descriptor {
    guard let status = folder.status,
      status.st_uid == geteuid() || alsoRoots && status.st_uid == 0
    else { throw .foreignFolder }
    return folder
  }
}
