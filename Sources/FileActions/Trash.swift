package import Base
import Glibc

/// The desktop's trash on every file system (freedesktop.org, trash specification 1.0); blocks.
///
/// Never deletes instead: if there is no trash for a file, that is an error.
package struct Trash: Sendable {
  let home: ByteString?
  private let clock: WallClock

  /// `dataHome` is an absolute path; without it only file systems' own trashes are used.
  package init(dataHome: ByteString?, clock: WallClock = .system) {
    home = dataHome?.appending(ByteString("Trash"))
    self.clock = clock
  }

  /// Whether a file, or a folder that it is in, has a record of any trash; blocks.
  package static func contains(_ path: ByteString) -> Bool {
    var path = path
    while path.bytes.count > 1 {
      let folder = path.folderPath
      if folder.lastName == ByteString("files") {
        let record = ByteString(path.lastName.bytes + Array(".trashinfo".utf8))
        let place = folder.folderPath.appending(ByteString("info")).appending(record)
        if LongPath.status(of: place.bytes) != nil { return true }
      }
      guard folder.bytes.count < path.bytes.count else { return false }
      path = folder
    }
    return false
  }

  /// Moves a file, or a link itself, to the trash; on errors it is where it was. Throws
  /// `changedOnDisk` if it differs from `listed`.
  package func put(
    _ path: ByteString, isCompanion: Bool = false, _ listed: ListedFiles? = nil
  ) throws(FileActionError) -> ActionStep.Change {
    let place = try FilePlace(path)
    let identity = try place.identity()
    try place.check(path, listed)
    let trash = try folder(for: place)
    do throws(SystemError) {
      let original = try place.path().recorded(from: trash.top)
      let record = TrashInfo(path: original, trashedAt: clock.now())
      let target = try put(place, identity, into: trash, as: record)
      return ActionStep.Change(
        from: path, to: target, isCompanion: isCompanion, identity: identity,
        recordedPath: record.path)
    } catch {
      throw switch error.number {
      case ESTALE: .changedOnDisk(FileName(place.name))
      case ENOENT: .gone(FileName(place.name))
      // Mounts that the kernel treats as different may have the same device number.
      case EXDEV: .noTrash(FileName(path.folderPath), nil)
      default: .failed(.trash, FileName(place.name), error)
      }
    }
  }

  private func put(
    _ place: borrowing FilePlace, _ identity: FileIdentity, into trash: borrowing TrashFolder,
    as record: TrashInfo
  ) throws(SystemError) -> ByteString {
    var number = Int?.none
    while true {
      let name = FileNameRule.name(place.name, number: number, atMost: TrashFolder.longestName)
      number = (number ?? 1) + 1
      guard try trash.add(record, as: name) else { continue }
      do throws(SystemError) {
        guard let files = trash.files.duplicate() else { throw .last }
        let target = FilePlace(name, in: files)
        let path = try target.path()
        try place.rename(identity, to: target)
        return path
      } catch {
        trash.forget(name)
        // The trash contains a file without a record.
        guard error.number == EEXIST else { throw error }
      }
    }
  }

  /// Restores a file to its original path without replacing anything; on errors it stays trashed.
  package func restore(_ change: ActionStep.Change) throws(FileActionError) {
    let name = FileName(lastOf: change.from)
    let place = try FilePlace(change.to)
    guard place.status != nil else { throw .notInTrash(name) }
    guard try place.identity() == change.identity else { throw .changed(name) }
    let trash = try opened(change.to.folderPath.folderPath, for: change.from)
    guard trash.record(of: place.name)?.path == change.recordedPath ?? change.from else {
      throw .notInTrash(name)
    }
    let target = try FilePlace(change.from)
    do throws(SystemError) {
      try place.rename(to: target)
    } catch {
      throw error.number == EEXIST ? .taken(name) : .failed(.restore, name, error)
    }
    trash.forget(place.name)
  }

  func opened(
    _ path: ByteString, for file: ByteString, top: ByteString? = nil
  ) throws(FileActionError) -> TrashFolder {
    guard let folder = LongPath.openFolder(path.bytes) else {
      throw .notInTrash(FileName(lastOf: file))
    }
    return try rethrowing(as: { FileActionError.failed(.restore, FileName(lastOf: file), $0) }) {
      () throws(SystemError) in try TrashFolder(folder, top: top)
    }
  }

  /// The home trash if it is on the same file system, otherwise that in the top folder.
  private func folder(for place: borrowing FilePlace) throws(FileActionError) -> TrashFolder {
    // A file may report another device than its folder (overlayfs).
    guard let device = place.folder.status?.st_dev else {
      throw .failed(.trash, FileName(place.name), .last)
    }
    if let home, let atHome = try? trashAtHome(home, onDevice: device) { return atHome }
    var top = FileName(place.name)
    do throws(SystemError) {
      let folder = try uppermost(from: place.folder, onDevice: device)
      let path = try folder.folderPath()
      top = FileName(path)
      // Usually the home folder's file system, whose trash would be in the home folder.
      if home == nil, path == ByteString("/") { throw SystemError(ENOENT) }
      return try TrashFolder(usersTrash(in: folder), top: path)
    } catch {
      throw home == nil ? .noHome(FileName(place.name)) : .noTrash(top, error)
    }
  }

  /// Throws `EXDEV` if the home folder is on another file system.
  private func trashAtHome(_ home: ByteString, onDevice device: dev_t) throws(SystemError)
    -> TrashFolder
  {
    FileSystem.makeFolders(above: home.bytes, mode: 0o700)
    unsafe mkdir(home.cString, 0o700)
    guard let folder = LongPath.openFolder(home.bytes), let status = folder.status else {
      throw .last
    }
    guard status.st_dev == device else { throw SystemError(EXDEV) }
    return try TrashFolder(folder, top: nil)
  }

  func uppermost(
    from folder: borrowing Descriptor, onDevice device: dev_t
  ) throws(SystemError) -> Descriptor {
    guard var folder = folder.duplicate(), var status = folder.status else { throw .last }
    while true {
      guard let above = LongPath.openFolder(above: folder), let next = above.status
      else { throw .last }
      // The parent of the root is the root.
      guard next.st_dev == device, next.st_ino != status.st_ino else { return folder }
      folder = above
      status = next
    }
  }

  /// In the shared `.Trash` if that is safe, else `.Trash-UID`; throws `ENOENT` if missing.
  func usersTrash(
    in top: borrowing Descriptor, isMade: Bool = true
  ) throws(SystemError) -> Descriptor {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    if let shared = Descriptor.open(ByteString(".Trash"), in: top, flags),
      let status = shared.status, status.st_mode & mode_t(S_ISVTX) != 0,
      let own = try? TrashFolder.open("\(geteuid())", in: shared, isMade: isMade)
    {
      return own
    }
    return try TrashFolder.open(".Trash-\(geteuid())", in: top, isMade: isMade)
  }
}

extension ByteString {
  /// The path as recorded: relative to the top folder.
  fileprivate func recorded(from top: ByteString?) -> ByteString {
    guard let top else { return self }
    let prefix = top.appending(ByteString("")).bytes
    return bytes.starts(with: prefix) ? ByteString(bytes.dropFirst(prefix.count)) : self
  }
}

struct TrashFolder: ~Copyable {
  let files: Descriptor
  private let info: Descriptor
  /// The top folder that recorded paths are relative to; nil for the home trash.
  let top: ByteString?

  /// Opens a trash; throws `ENOENT` if folders are missing and not to be made.
  init(_ folder: borrowing Descriptor, top: ByteString?, isMade: Bool = true) throws(SystemError) {
    let files = try Self.open("files", in: folder, isMade: isMade)
    let info = try Self.open("info", in: folder, isMade: isMade)
    self.files = files
    self.info = info
    self.top = top
  }

  /// Opens or makes a private folder; `ENOTDIR` for links, `EPERM` if another user owns it.
  static func open(
    _ name: String, in folder: borrowing Descriptor, isMade: Bool = true
  ) throws(SystemError) -> Descriptor {
    if isMade, unsafe mkdirat(folder.number, name, 0o700) != 0, errno != EEXIST { throw .last }
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    guard let opened = Descriptor.open(ByteString(name), in: folder, flags) else { throw .last }
    guard let status = opened.status, status.st_uid == geteuid() else { throw SystemError(EPERM) }
    return opened
  }

  /// Records a file before it is moved to the trash; false if the name is in use.
  func add(_ record: TrashInfo, as name: ByteString) throws(SystemError) -> Bool {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    guard let file = Descriptor.open(Self.infoName(of: name), in: info, flags, mode: 0o600) else {
      guard errno == EEXIST else { throw .last }
      return false
    }
    if let failure = writeAll(Array(record.text.utf8), to: file.number) {
      forget(name)
      throw failure
    }
    return true
  }

  func forget(_ name: ByteString) {
    _ = unsafe unlinkat(info.number, Self.infoName(of: name).cString, 0)
  }

  /// Nil if it is missing, invalid or larger than a path of 4 KB can be, percent-encoded.
  func record(of name: ByteString) -> TrashInfo? {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    var bytes: [UInt8] = []
    guard let file = Descriptor.open(Self.infoName(of: name), in: info, flags),
      file.read(65_536, at: 0, into: &bytes) == 0, bytes.count < 65_536
    else { return nil }
    return TrashInfo(bytes)
  }

  static var longestName: Int { FileNameRule.longest - TrashInfo.fileExtension.utf8.count }

  private static func infoName(of name: ByteString) -> ByteString {
    ByteString(name.bytes + Array(TrashInfo.fileExtension.utf8))
  }
}

/// The record of a trashed file (trash specification 1.0, `.trashinfo`).
struct TrashInfo: Equatable {
  /// The original path, absolute or relative to the top folder of its file system.
  let path: ByteString
  /// The local time, as `2024-05-17T14:03:59`.
  let date: String
  /// Whether the path was percent-encoded, without a line break in it.
  private let isEncoded: Bool

  static let fileExtension = ".trashinfo"

  init(path: ByteString, trashedAt seconds: Int) {
    (self.path, isEncoded) = (path, true)
    date = Self.localDate(seconds)
  }

  /// Parses a record, nil if it is invalid; the first of duplicate keys counts.
  init?(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.first?.elementsEqual("[Trash Info]".utf8) == true else { return nil }
    let value = { (key: String) -> ArraySlice<UInt8>? in
      lines.first { $0.starts(with: key.utf8) }?.dropFirst(key.utf8.count)
    }
    guard let path = value("Path=") else { return nil }
    self.path = ByteString(PercentEncoding.decoded(path))
    date = String(decoding: value("DeletionDate=") ?? [], as: UTF8.self)
    // A line without a key is the rest of a path with a line break in it.
    isEncoded =
      Self.isEncoded(path)
      && lines.allSatisfy { line in
        line.isEmpty || line.first == "[" || line.first == "#" || line.contains(UInt8(ascii: "="))
      }
  }

  private static func isEncoded(_ path: ArraySlice<UInt8>) -> Bool {
    guard String(validating: path, as: UTF8.self) != nil else { return false }
    return path.indices.allSatisfy { index in
      path[index] == "%" ? PercentEncoding.isEscape(path[index...]) : !path[index].isControl
    }
  }

  /// The original absolute path; nil if the record is invalid.
  ///
  /// Paths must be percent-encoded and free of `..`; those of a file system's own trash must be
  /// below its top folder, those of the home trash (nil) absolute. Names are bytes in any encoding.
  func original(below top: ByteString?) -> ByteString? {
    let names = path.bytes.split(separator: UInt8(ascii: "/")).map { ByteString($0) }
    let isAbsolute = path.bytes.first == "/"
    let prefix = top?.appending(ByteString("")).bytes ?? [UInt8(ascii: "/")]
    guard isEncoded, !names.isEmpty, names.allSatisfy({ NameProblem(of: $0) == nil }),
      isAbsolute ? path.bytes.starts(with: prefix) : top != nil
    else { return nil }
    return isAbsolute ? path : top?.appending(path)
  }

  var text: String {
    let words = path.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let encoded = words.map { String(decoding: PercentEncoding.value($0), as: UTF8.self) }
    return "[Trash Info]\nPath=\(encoded.joined(separator: "/"))\nDeletionDate=\(date)\n"
  }

  private static func localDate(_ seconds: Int) -> String {
    var parts = unsafe tm()
    var time = time_t(seconds)
    unsafe localtime_r(&time, &parts)
    let day = unsafe [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday]
    let hour = unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec]
    return day.map { $0.zeroPadded(to: 2) }.joined(separator: "-") + "T"
      + hour.map { $0.zeroPadded(to: 2) }.joined(separator: ":")
  }
}

package struct ErasedFiles: Hashable, Sendable {
  package var photos: [ByteString] = []
  package var failures: [FileActionError] = []
}

extension FileActions {
  /// Erases photos and their sidecars permanently; links are removed, not their targets.
  package func erase(
    _ paths: [ByteString], control: ActionControl = ActionControl()
  ) -> ErasedFiles {
    var erased = ErasedFiles()
    erased.failures = each(of: Companions.groups(of: paths, leaving), control) { group, _ in
      group.forEachFile { path, isCompanion throws(FileActionError) in
        try erase(path)
        if !isCompanion { erased.photos.append(path) }
      }
    }
    return erased
  }

  package func erase(
    trashed entries: [TrashEntry], control: ActionControl = ActionControl()
  ) -> ErasedFiles {
    var (erased, found) = (ErasedFiles(), TrashedGroups(self, isErasing: true))
    let groups = found.groups(of: entries, failures: &erased.failures)
    let others = each(of: groups, control) { group, _ in
      failures { () throws(FileActionError) in
        for (index, path) in group.paths.enumerated() {
          try erase(path)
          trash.forget([path])
          if index < group.photos.count { erased.photos.append(path) }
        }
      }
    }
    erased.failures += others
    return erased
  }

  private func erase(_ path: ByteString) throws(FileActionError) {
    let place = try FilePlace(path)
    _ = try place.identity()
    try place.check(path, listed)
    try place.remove(as: .erase)
  }
}

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
      let trash = try TrashFolder(folder, top: top, isMade: false)
      let path = try trash.files.folderPath()
      var entries: [TrashEntry] = []
      var stream = try DirectoryStream(reading: trash.files)
      while let file = try stream.next() {
        let isFile = [DT_REG, DT_LNK, DT_UNKNOWN].contains(Int(file.type))
        if isFile, isWanted(file.name) { entries.append(trash.entry(file.name, in: path)) }
      }
      return entries
    } catch SystemError(ENOENT) {
      return []
    }
  }
}

extension TrashFolder {
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
