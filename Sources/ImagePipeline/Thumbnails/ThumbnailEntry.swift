internal import Base
internal import Glibc

/// A file in a thumbnail directory, for maintenance.
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
      let file = Self.open(name, in: folder), let status = file.status,
      status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    self.name = name
    byteCount = status.st_size
    lastUse = max(status.st_atim.tv_sec, status.st_mtim.tv_sec)
    reading = file.bytes(atMost: Self.startLength).flatMap { ThumbnailReading(startOf: $0) }
  }

  /// Whether photocell wrote it; no other file may be removed.
  var isOwn: Bool { reading?.texts.isOwn ?? false }

  /// Whether the file is valid and named by its URI.
  func isWhole(in folder: borrowing Descriptor) -> Bool {
    guard let file = Self.open(name, in: folder),
      let bytes = file.bytes(atMost: StoredThumbnail.byteLimit),
      let texts = ThumbnailReading(whole: bytes)?.texts, !texts.isContradictory,
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
