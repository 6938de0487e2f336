package import Base
import Glibc

/// Opens thumbnail files safely, whatever is in their place.
enum ThumbnailFile {
  /// Never follows a link, waits for a FIFO, or acquires a terminal.
  static let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY

  /// Blocks.
  static func open(_ name: String, in folder: [UInt8]) -> Descriptor? {
    Descriptor(
      opened: unsafe Glibc.open((folder + [UInt8(ascii: "/")] + Array(name.utf8)).cString, flags))
  }
}

extension Descriptor {
  /// Reads a regular file from its start, without moving the file position; nil if unreadable;
  /// blocks.
  package borrowing func bytes(atMost limit: Int) -> [UInt8]? {
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
    guard Self.isThumbnail(name),
      let file = Descriptor.open(ByteString(name), in: folder, ThumbnailFile.flags),
      let status = file.status, status.st_mode & S_IFMT == S_IFREG
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
    guard let file = Descriptor.open(ByteString(name), in: folder, ThumbnailFile.flags),
      let bytes = file.bytes(atMost: StoredThumbnail.byteLimit),
      let texts = ThumbnailReading(bytes)?.texts, !texts.isContradictory,
      let address = texts[.uri]
    else { return false }
    return name.elementsEqual((MD5.hexDigits(of: address) + ".png").utf8)
  }

  /// Age at which a thumbnail expires if its photo's directory is missing: 30 days, as the standard
  /// proposes (section 9).
  private static let patience = 30 * 86_400

  /// Whether the photo is gone or changed, or for one on a server, was not used for long; `now` is
  /// in seconds since 1970.
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

  /// 32 lowercase hexadecimal digits and `.png`.
  private static func isThumbnail(_ name: [UInt8]) -> Bool {
    name.count == 36 && name.suffix(4).elementsEqual(".png".utf8)
      && name.prefix(32).allSatisfy { $0.hexValue != nil && $0 == $0.lowercased }
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
    let number = String(UInt64.random(in: .min ... .max), radix: 16)
    let unfinished = "\(Self.unfinishedPrefix)\(getpid())-\(number)\(Self.unfinishedSuffix)"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    guard let file = Descriptor(opened: unsafe openat(folder.number, unfinished, flags, 0o600))
    else { throw ThumbnailError(errno: errno) }
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
    for name in DirectoryStream.names(in: folder)
    where name.bytes.starts(with: Self.unfinishedPrefix.utf8)
      && name.bytes.suffix(4).elementsEqual(Self.unfinishedSuffix.utf8)
    {
      var status = stat()
      guard unsafe fstatat(folder.number, name.cString, &status, AT_SYMLINK_NOFOLLOW) == 0,
        status.st_mode & S_IFMT == S_IFREG, status.st_mtim.tv_sec <= time.seconds - 3600
      else { continue }
      unsafe unlinkat(folder.number, name.cString, 0)
    }
  }
}
