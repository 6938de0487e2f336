internal import Base
internal import Glibc
package import Imaging

/// Location of the user's thumbnails (Thumbnail Managing Standard, section 4).
package struct ThumbnailPlace: Hashable, Sendable {
  /// The read-only thumbnails beside photos, such as on a disc (standard, section 10).
  static let sharedFolderName = ".sh_thumbnails"

  /// Absolute path; nil if the environment names none.
  let cacheFolder: [UInt8]?

  package init(environment: (String) -> String?) {
    cacheFolder = BaseDirectory.cache.path(environment: environment).map { Array($0.utf8) }
  }

  package var root: [UInt8]? { cacheFolder.map { $0 + Array("/thumbnails".utf8) } }

  /// Whether a photo is itself a thumbnail, for which none are made (standard, section 4.1).
  func contains(_ photo: PhotoFile) -> Bool {
    let folder = photo.parts.folder
    if folder.split(separator: UInt8(ascii: "/")).contains(where: {
      $0.elementsEqual(Self.sharedFolderName.utf8)
    }) {
      return true
    }
    guard let root, let clean = AbsolutePath.normalized(root, in: []) else { return false }
    return folder.starts(with: clean + [UInt8(ascii: "/")])
  }
}

/// A size class of the Thumbnail Managing Standard (section 4.1, version 0.9).
package enum ThumbnailSize: Int, CaseIterable, Comparable, Hashable, Sendable {
  case normal = 128
  case large = 256
  case extraLarge = 512
  case doubleExtraLarge = 1024

  package static func < (left: Self, right: Self) -> Bool { left.side < right.side }

  /// Maximum width and height, in pixels.
  package var side: Int { rawValue }

  /// The longer sides that a thumbnail of the class may have, in pixels: the decoder makes it up to a
  /// sixteenth smaller where that is faster.
  var longerSides: ClosedRange<Int> { side * 15 / 16...side }

  package var box: PixelSize { PixelSize(width: side, height: side) }

  package var folderName: String {
    switch self {
    case .normal: "normal"
    case .large: "large"
    case .extraLarge: "x-large"
    case .doubleExtraLarge: "xx-large"
    }
  }

  /// The smallest class that fills a box, in pixels, for any aspect ratio; nil if none does.
  package init?(filling box: PixelSize) {
    let longest = max(box.width, box.height)
    guard let first = Self.allCases.first(where: { $0.side >= longest }) else { return nil }
    self = first
  }
}

struct ThumbnailShelf: Hashable {
  let folderNames: [String]

  static let failureFolder = "fail"
  static let failurePrefix = "photocell-"

  static func size(_ size: ThumbnailSize) -> Self { Self(folderNames: [size.folderName]) }

  static func failures(version: String) -> Self {
    Self(folderNames: [failureFolder, failurePrefix + version])
  }

  func path(in root: [UInt8]) -> [UInt8] {
    folderNames.reduce(root) { $0 + [UInt8(ascii: "/")] + Array($1.utf8) }
  }
}

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

/// Why thumbnails are not stored; each case is one sentence for the user.
package enum ThumbnailError: Error, Hashable, Sendable, CustomStringConvertible {
  case noFolder, foreignFolder, notAFolder
  /// Also the user's quota.
  case full
  case readOnly, accessDenied
  /// The limit on file sizes (`ulimit -f`).
  case fileTooLarge
  case failed(errno: Int32)

  /// A lowercase sentence for the status line.
  package var description: String { "thumbnails are not cached: \(reason)" }

  private var reason: String {
    switch self {
    case .noFolder: "neither XDG_CACHE_HOME nor HOME names a folder"
    case .foreignFolder: "the cache folder belongs to another user"
    case .notAFolder: "the cache folder is not a folder"
    case .full: "the disk is full"
    case .readOnly: "the cache folder is read-only"
    case .accessDenied: "the cache folder cannot be written to"
    case .fileTooLarge: "files may not grow that large"
    case .failed(let errno): "\(SystemError(errno))"
    }
  }
}

extension ThumbnailError {
  init(errno: Int32) {
    switch errno {
    case ENOSPC, EDQUOT: self = .full
    case EROFS: self = .readOnly
    case EACCES, EPERM: self = .accessDenied
    case EFBIG: self = .fileTooLarge
    case ENOTDIR, ELOOP: self = .notAFolder
    default: self = .failed(errno: errno)
    }
  }

  /// Whether a retry is useless: not for errors that pass or concern a single entry.
  var isLasting: Bool {
    switch self {
    case .failed(EMFILE), .failed(ENFILE), .failed(ENOMEM), .failed(EISDIR): false
    default: true
    }
  }
}
