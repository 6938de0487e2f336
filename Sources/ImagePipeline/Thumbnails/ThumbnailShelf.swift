internal import Base
internal import Glibc

enum ThumbnailShelf: Hashable {
  case size(ThumbnailSize)
  case failures(version: String)

  var folderNames: [String] {
    switch self {
    case .size(let size): [size.folderName]
    case .failures(let version): [Self.failureFolder, Self.failurePrefix + version]
    }
  }

  static let failureFolder = "fail"
  static let failurePrefix = "photocell-"

  func path(in root: [UInt8]) -> [UInt8] {
    folderNames.reduce(root) { $0 + [UInt8(ascii: "/")] + Array($1.utf8) }
  }
}

/// Opens directories for writing thumbnails, and creates missing ones.
///
/// Nothing is written into another user's directory, nor through another user's link: the first
/// would leave files in a home that its owner cannot remove, the second may lead anywhere.
enum ShelfOpening {
  /// Blocks; on errors, created directories stay.
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

  /// Follows any links, and creates missing components at the end.
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

  /// Checks that the owner is the user, or root for the directories that contain all users'.
  private static func checked(
    _ folder: consuming Descriptor, alsoRoots: Bool = false
  ) throws(ThumbnailError) -> Descriptor {
    guard let status = folder.status, status.st_uid == geteuid() || alsoRoots && status.st_uid == 0
    else { throw .foreignFolder }
    return folder
  }
}
