internal import Glibc
internal import System
import Values

/// A file in a folder of thumbnails, as maintenance looks at it.
struct ThumbnailEntry {
  let name: [UInt8]
  let byteCount: Int
  /// When it was last read or written, in seconds since the beginning of 1970.
  let lastUse: Int
  /// The beginning of the PNG, as far as it is whole.
  let reading: ThumbnailReading?

  /// How much is read to see who wrote a file, in bytes.
  private static let startLength = 1 << 15

  /// Looks at an entry of a folder; nil where it is not a file with the name of a thumbnail.
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

  /// Whether photocell wrote it; no other file is ever removed.
  var isOwn: Bool { reading?.texts.isOwn ?? false }

  /// Whether all of it is there and right, and it has the name that belongs to its address.
  func isWhole(in folder: borrowing Descriptor) -> Bool {
    guard let file = Self.open(name, in: folder),
      let bytes = file.bytes(atMost: StoredThumbnail.byteLimit),
      let texts = ThumbnailReading(whole: bytes)?.texts, !texts.isContradictory,
      let address = texts[.uri]
    else { return false }
    return name.elementsEqual((MD5.hexDigits(of: address) + ".png").utf8)
  }

  /// The age at which a thumbnail goes whose photo's folder is away, perhaps not for good: 30 days,
  /// as the standard proposes (section 9).
  private static let patience = 30 * 86_400

  /// Whether nobody will ask for it again, at a time in seconds since the beginning of 1970:
  /// its photo has gone or changed; of one on a server that is not asked, and none has been asked for in a while.
  func isUseless(at now: Int) -> Bool {
    guard let texts = reading?.texts, let address = texts[.uri] else { return true }
    guard let path = PhotoURI.path(of: address) else { return lastUse < now - Self.patience }
    if let photo = PhotoFile(path: path, workingFolder: []) {
      return !texts.agree(with: photo, at: photo.uri)
    }
    return isGone(path, at: now)
  }

  /// Whether a file that is not there will hardly come back.
  private func isGone(_ path: [UInt8], at now: Int) -> Bool {
    // What cannot be looked at may be there; what is there and no file is no photo.
    let isThere = Self.isThere(path)
    guard isThere || [ENOENT, ENOTDIR].contains(errno) else { return false }
    let folder = path.prefix(through: path.lastIndex(of: UInt8(ascii: "/")) ?? 0)
    return Self.isThere(Array(folder)) || lastUse < now - Self.patience
  }

  private static func isThere(_ path: [UInt8]) -> Bool {
    unsafe access(path.cString, F_OK) == 0
  }

  private static func open(_ name: [UInt8], in folder: borrowing Descriptor) -> Descriptor? {
    Descriptor(opened: unsafe openat(folder.number, name.cString, ThumbnailFile.flags))
  }

  /// 32 small hexadecimal digits and `.png`.
  private static func isThumbnail(_ name: [UInt8]) -> Bool {
    name.count == 36 && name.suffix(4).elementsEqual(".png".utf8)
      && name.prefix(32).allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
      }
  }
}
