package import Base
import Glibc

package struct TrashEntry: Hashable, Sendable {
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
  /// The photos in the home trash and in that of the folder's file system, newest deletion first,
  /// unknown times last; blocks. Throws if a trash cannot be read.
  package func trashed(
    near folder: ByteString?, where isPhoto: (ByteString) -> Bool
  ) throws(SystemError) -> [TrashEntry] {
    try trash.entries(near: folder, where: isPhoto).sorted { first, second in
      guard first.deleted == second.deleted else {
        return first.deleted ?? .min > second.deleted ?? .min
      }
      return first.path.bytes.lexicographicallyPrecedes(second.path.bytes)
    }
  }
}

extension Trash {
  /// The files in the trashes that `put` uses for a folder, if they exist.
  fileprivate func entries(
    near folder: ByteString?, where isWanted: (ByteString) -> Bool
  ) throws(SystemError) -> [TrashEntry] {
    var (entries, device) = ([TrashEntry](), dev_t?.none)
    if let home {
      errno = 0
      if let opened = LongPath.openFolder(home.bytes) {
        device = opened.status?.st_dev
        entries = try self.entries(in: opened, top: nil, where: isWanted)
      } else if errno != ENOENT {
        throw .last
      }
    }
    guard let folder, let opened = LongPath.openFolder(folder.bytes),
      let own = opened.status?.st_dev, own != device,
      let top = try? uppermost(from: opened, onDevice: own),
      let trash = try? usersTrash(in: top, isMade: false)
    else { return entries }
    return try entries + self.entries(in: trash, top: top.folderPath(), where: isWanted)
  }

  /// A trash without its folders is empty.
  private func entries(
    in folder: borrowing Descriptor, top: ByteString?, where isWanted: (ByteString) -> Bool
  ) throws(SystemError) -> [TrashEntry] {
    do throws(SystemError) {
      return try TrashFolder(folder, top: top, isMade: false).entries(where: isWanted)
    } catch SystemError(ENOENT) {
      return []
    } catch {
      throw error
    }
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

  func entry(_ name: ByteString, in folder: ByteString) -> TrashEntry {
    let info = record(of: name)
    let original = info?.original(below: top)
    // A record must not turn a photo into another kind of file.
    let isSameKind = original?.lastName.shortExtension == name.shortExtension
    return TrashEntry(
      path: folder.appending(name), original: isSameKind ? original : nil,
      deleted: info?.wallSeconds, top: top)
  }
}

extension TrashInfo {
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
