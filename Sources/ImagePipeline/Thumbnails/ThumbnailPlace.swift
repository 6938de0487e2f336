internal import Base
internal import Glibc
package import Imaging

/// Location of the user's thumbnails (Thumbnail Managing Standard, section 4).
package struct ThumbnailPlace: Hashable, Sendable {
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
      $0.elementsEqual(SharedRepository.folderName.utf8)
    }) {
      return true
    }
    guard let root, let clean = AbsolutePath.normalized(root, in: []) else { return false }
    return folder.starts(with: clean + [UInt8(ascii: "/")])
  }
}

/// The read-only thumbnails beside photos, such as on a disc (standard, section 10).
struct SharedRepository: ~Copyable {
  static let folderName = ".sh_thumbnails"

  private let folder: Descriptor
  let addresses: [PhotoURI]

  init?(beside photo: PhotoFile) {
    let (folder, name) = photo.parts
    let path = (folder + Array(Self.folderName.utf8)).cString
    guard
      let opened = Descriptor(opened: unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    else {
      return nil
    }
    self.folder = opened
    addresses = PhotoURI.relative(name: name)
  }

  borrowing func open(_ name: String, _ size: ThumbnailSize) -> Descriptor? {
    let path = "\(size.folderName)/\(name)"
    return Descriptor(opened: unsafe openat(folder.number, path, ThumbnailFile.flags))
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
    self.init { $0.side >= max(box.width, box.height) }
  }

  /// The smallest class that fills a box, in pixels, for some aspect ratio.
  init?(possiblyFilling box: PixelSize) {
    self.init { $0.side >= min(box.width, box.height) }
  }

  private init?(where suffices: (Self) -> Bool) {
    guard let first = Self.allCases.first(where: suffices) else { return nil }
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

/// Opens thumbnail files safely, whatever is in their place; blocks.
enum ThumbnailFile {
  /// Never follows a link, waits for a FIFO, or acquires a terminal.
  static let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY

  static func open(_ name: String, in folder: [UInt8]) -> Descriptor? {
    Descriptor(
      opened: unsafe Glibc.open((folder + [UInt8(ascii: "/")] + Array(name.utf8)).cString, flags))
  }
}

extension Descriptor {
  /// Reads a regular file without moving the file position; nil if unreadable; blocks.
  borrowing func bytes(atMost limit: Int) -> [UInt8]? {
    guard let status, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes: [UInt8] = []
    return read(min(limit, status.st_size), at: 0, into: &bytes) == 0 ? bytes : nil
  }
}

struct ThumbnailEntry {
  let name: [UInt8]
  let byteCount: Int
  /// Last read or write, in seconds since 1970.
  let lastUse: Int
  let reading: ThumbnailReading?

  private static let startLength = 1 << 15

  /// Nil if it is no file, or not named as a thumbnail.
  init?(named name: [UInt8], in folder: borrowing Descriptor) {
    guard Self.isThumbnail(name), let file = Self.open(name, in: folder), let status = file.status,
      status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    self.name = name
    byteCount = status.st_size
    lastUse = max(status.st_atim.tv_sec, status.st_mtim.tv_sec)
    reading = file.bytes(atMost: Self.startLength).flatMap { ThumbnailReading($0, onlyStart: true) }
  }

  /// Whether photocell wrote it; no other file may be removed.
  var isOwn: Bool { reading?.texts.isOwn ?? false }

  /// Whether the file is valid and named by its URI.
  func isWhole(in folder: borrowing Descriptor) -> Bool {
    guard let file = Self.open(name, in: folder),
      let bytes = file.bytes(atMost: StoredThumbnail.byteLimit),
      let texts = ThumbnailReading(bytes)?.texts, !texts.isContradictory,
      let address = texts[.uri]
    else { return false }
    return name.elementsEqual((MD5.hexDigits(of: address) + ".png").utf8)
  }

  /// Age at which thumbnails of a missing directory expire, as the standard proposes (section 9).
  private static let patience = 30 * 86_400

  /// Whether the photo is gone, changed, or long unused on a server; `now` is seconds since 1970.
  func isUseless(at now: Int) -> Bool {
    guard let texts = reading?.texts, let address = texts[.uri] else { return true }
    guard let path = PhotoURI.path(of: address) else { return lastUse < now - Self.patience }
    if let photo = PhotoFile(path: path, workingFolder: []) {
      return !texts.agree(with: photo, at: photo.uri)
    }
    return isGone(path, at: now)
  }

  /// Whether a missing file is unlikely to come back.
  private func isGone(_ path: [UInt8], at now: Int) -> Bool {
    // A path that cannot be accessed may exist; one that exists but is no file is no photo.
    let isThere = Self.isThere(path)
    guard isThere || [ENOENT, ENOTDIR].contains(errno) else { return false }
    let folder = path.prefix(through: path.lastIndex(of: UInt8(ascii: "/")) ?? 0)
    return Self.isThere(Array(folder)) || lastUse < now - Self.patience
  }

  private static func isThere(_ path: [UInt8]) -> Bool { unsafe access(path.cString, F_OK) == 0 }

  private static func open(_ name: [UInt8], in folder: borrowing Descriptor) -> Descriptor? {
    Descriptor(opened: unsafe openat(folder.number, name.cString, ThumbnailFile.flags))
  }

  /// 32 lowercase hexadecimal digits and `.png`.
  private static func isThumbnail(_ name: [UInt8]) -> Bool {
    name.count == 36 && name.suffix(4).elementsEqual(".png".utf8)
      && name.prefix(32).allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
      }
  }
}

/// Writes files atomically, also with concurrent writers.
struct ThumbnailWriting: ~Copyable {
  let folder: Descriptor

  static let unfinishedPrefix = ".photocell-"
  static let unfinishedSuffix = ".tmp"

  /// Writes a temporary file and renames it; blocks.
  ///
  /// Not synced: after a power failure the checksums detect damage. On errors the existing file is
  /// unchanged. Returns the time by the clock of the volume.
  @discardableResult borrowing func write(
    _ bytes: [UInt8], as name: String
  ) throws(ThumbnailError) -> FileTime {
    let unfinished = Self.unfinishedName()
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    guard let file = Descriptor(opened: unsafe openat(folder.number, unfinished, flags, 0o600))
    else {
      throw ThumbnailError(errno: errno)
    }
    do throws(ThumbnailError) {
      if let error = writeAll(bytes, to: file.number) { throw ThumbnailError(errno: error.number) }
      guard unsafe renameat(folder.number, unfinished, folder.number, name) == 0 else {
        throw ThumbnailError(errno: errno)
      }
    } catch {
      unsafe unlinkat(folder.number, unfinished, 0)
      throw error
    }
    return file.status.map { FileTime($0.st_mtim) } ?? FileTime(seconds: 0)
  }

  /// Removes unfinished files of killed writers that are at least an hour old; blocks.
  borrowing func sweep(at time: FileTime) {
    for name in DirectoryStream.names(in: folder).map(\.bytes)
    where name.starts(with: Self.unfinishedPrefix.utf8)
      && name.suffix(4).elementsEqual(Self.unfinishedSuffix.utf8)
    { removeIfOld(name.cString, at: time) }
  }

  private borrowing func removeIfOld(_ name: [CChar], at time: FileTime) {
    var status = stat()
    guard unsafe fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
      status.st_mode & S_IFMT == S_IFREG, status.st_mtim.tv_sec <= time.seconds - 3600
    else { return }
    unsafe unlinkat(folder.number, name, 0)
  }

  private static func unfinishedName() -> String {
    let number = String(UInt64.random(in: .min ... .max), radix: 16)
    return unfinishedPrefix + "\(getpid())-\(number)" + unfinishedSuffix
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
