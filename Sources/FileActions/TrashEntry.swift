package import Base
import Glibc

/// A photo in the trash, with the contents of its `.trashinfo` file.
package struct TrashEntry: Hashable, Sendable {
  /// The absolute path in the trash.
  package let path: ByteString
  /// The original absolute path; nil if the record is missing or invalid.
  package let original: ByteString?
  /// In local time, as seconds since 1970 if it were UTC; nil if unknown.
  let deleted: Int?
  /// The top folder of its file system; nil in the home trash.
  let top: ByteString?

  /// The local time, such as `2024-05-17 14:03`; nil if unknown.
  package var deletionTime: String? {
    guard let deleted else { return nil }
    let (day, second) = deleted.quotientAndRemainder(flooringBy: 86_400)
    let (hour, minute) = (second / 3600, second / 60 % 60)
    return "\(CivilDate(daysSinceEpoch: day)) \(hour.zeroPadded(to: 2)):\(minute.zeroPadded(to: 2))"
  }
}

extension FileActions {
  /// The photos in the home trash and in that of the folder's file system; blocks.
  ///
  /// The newest deletion is first, unknown times are last. Throws if a trash cannot be read.
  package func trashed(
    near folder: ByteString?, where isPhoto: (ByteString) -> Bool
  ) throws(SystemError) -> [TrashEntry] {
    var entries: [TrashEntry] = []
    try trash.eachFolder(near: folder) { (trash) throws(SystemError) in
      entries += try trash.entries(where: isPhoto)
    }
    return entries.sorted { first, second in
      guard first.deleted == second.deleted else {
        return first.deleted ?? .min > second.deleted ?? .min
      }
      return first.path.bytes.lexicographicallyPrecedes(second.path.bytes)
    }
  }
}

extension Trash {
  /// Calls `body` with the trashes that `put` uses for files in a folder, if they exist.
  fileprivate func eachFolder(
    near folder: ByteString?, _ body: (borrowing TrashFolder) throws(SystemError) -> Void
  ) throws(SystemError) {
    var device = dev_t?.none
    if let home {
      errno = 0
      if let opened = LongPath.openFolder(home.bytes) {
        device = opened.status?.st_dev
        try read(opened, top: nil, body)
      } else if errno != ENOENT {
        throw .last
      }
    }
    guard let folder, let opened = LongPath.openFolder(folder.bytes),
      let own = opened.status?.st_dev, own != device,
      let top = try? uppermost(from: opened, onDevice: own),
      let trash = try? usersTrash(in: top, isMade: false)
    else { return }
    try read(trash, top: top.folderPath(), body)
  }

  /// A trash without its folders is empty.
  private func read(
    _ folder: borrowing Descriptor, top: ByteString?,
    _ body: (borrowing TrashFolder) throws(SystemError) -> Void
  ) throws(SystemError) {
    let opened: TrashFolder
    do throws(SystemError) {
      opened = try TrashFolder(folder, top: top, isMade: false)
    } catch {
      guard error == SystemError(ENOENT) else { throw error }
      return
    }
    try body(opened)
  }
}

extension TrashFolder {
  fileprivate func entries(
    where isWanted: (ByteString) -> Bool
  ) throws(SystemError) -> [TrashEntry] {
    let folder = try files.folderPath()
    var entries: [TrashEntry] = []
    var stream = try DirectoryStream(reading: files)
    while let file = try stream.next() {
      let isFile = [DT_REG, DT_LNK, DT_UNKNOWN].contains(Int(file.type))
      if isFile, isWanted(file.name) { entries.append(entry(file.name, in: folder)) }
    }
    return entries
  }

  /// `folder` is the path of `files`.
  func entry(_ name: ByteString, in folder: ByteString) -> TrashEntry {
    let record = record(of: name)
    let info = record.flatMap { TrashInfo($0) }
    let original = record.flatMap { info?.original(in: $0, top: top) }
    // A record must not turn a photo into another kind of file.
    let isSameKind = original?.lastName.shortExtension == name.shortExtension
    return TrashEntry(
      path: folder.appending(name), original: isSameKind ? original : nil,
      deleted: info?.wallSeconds, top: top)
  }
}

extension TrashInfo {
  /// The original absolute path; nil for an invalid record, whose bytes are given.
  ///
  /// Paths must be percent-encoded and free of `..`; those of a file system's own trash must be
  /// below its top folder, those of the home trash (nil) absolute. Names are bytes in any encoding.
  func original(in bytes: [UInt8], top: ByteString?) -> ByteString? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let written = lines.first { $0.starts(with: "Path=".utf8) }?.dropFirst("Path=".utf8.count)
    let path = path.bytes
    guard let written, Self.isEncoded(written),
      // The rest of a path with a line break in it.
      lines.allSatisfy({ $0.first == "[" || $0.first == "#" || $0.contains(UInt8(ascii: "=")) }),
      !path.contains(0)
    else { return nil }
    let names = path.split(separator: UInt8(ascii: "/")).map { ByteString($0) }
    let isAbsolute = path.first == "/"
    let prefix = top?.appending(ByteString("")).bytes ?? [UInt8(ascii: "/")]
    guard !names.isEmpty, names.allSatisfy({ NameProblem(of: $0) == nil }),
      isAbsolute ? path.starts(with: prefix) : top != nil
    else { return nil }
    return isAbsolute ? ByteString(path) : top?.appending(ByteString(path))
  }

  /// Whether every escape is valid, and the rest is text without controls.
  private static func isEncoded(_ path: ArraySlice<UInt8>) -> Bool {
    guard String(validating: path, as: UTF8.self) != nil else { return false }
    return path.indices.allSatisfy { index in
      guard path[index] == "%" else { return !path[index].isControl }
      let digits = path[index...].dropFirst().prefix(2)
      return digits.count == 2 && digits.allSatisfy { $0.hexValue != nil }
    }
  }

  /// Seconds since 1970 as if the local time were UTC; nil if it is not a time.
  fileprivate var wallSeconds: Int? {
    let bytes = Array(date.utf8)
    guard bytes.count == 19, bytes[10] == "T", bytes[13] == ":", bytes[16] == ":",
      let day = CivilDate(bytes[..<10]), let hour = Int(digits: bytes[11..<13]), hour < 24,
      let minute = Int(digits: bytes[14..<16]), minute < 60,
      let second = Int(digits: bytes[17...]), second < 61
    else { return nil }
    return day.daysSinceEpoch * 86_400 + hour * 3600 + minute * 60 + second
  }
}
