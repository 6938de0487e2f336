import Glibc
import System
package import Values

/// The trash that users share with their file managers (freedesktop.org, trash specification 1.0), on every
/// file system; all of it blocks.
///
/// Nothing is ever erased in its place: where there is no trash for a file, that is an error.
package struct Trash: Sendable {
  private let home: ByteString?
  private let clock: WallClock

  /// Takes where the trash is.
  /// - Parameters:
  ///   - dataHome: The absolute path of the user's data, `$XDG_DATA_HOME`; nil where the environment names none, so that
  ///     there is a trash only on file systems that have one of their own.
  ///   - clock: Tells when a file is trashed.
  package init(dataHome: ByteString?, clock: WallClock = .system) {
    home = dataHome?.appending(ByteString("Trash"))
    self.clock = clock
  }

  /// Puts a file into the trash; a link itself, and not what it leads to.
  /// - Parameters:
  ///   - path: Its path.
  ///   - listed: The file as it was listed; nil where whatever has the name is meant.
  /// - Returns: Where it is now.
  /// - Throws: `changedOnDisk` where it is not what was listed, or why it cannot be put there; it is where it was then.
  package func put(
    _ path: ByteString, _ listed: ListedFiles? = nil
  ) throws(FileActionError) -> TrashedFile {
    let place = try FilePlace(path)
    let identity = try place.identity()
    try place.check(path, listed)
    let original = try answer(for: place, of: .trash) { () throws(SystemError) in try place.path() }
    let trash = try folder(for: place)
    do throws(SystemError) {
      let note = TrashInfo(path: original.asNoted(from: trash.top), trashedAt: clock.now())
      let target = try put(place, identity, into: trash, noted: note)
      return TrashedFile(original: path, path: target, noted: note.path, identity: identity)
    } catch {
      throw switch error.number {
      case ESTALE: .changedOnDisk(FileName(place.name))
      case ENOENT: .gone(FileName(place.name))
      // What the kernel holds for two file systems may have one number.
      case EXDEV: .noTrash(FileName(path.folderPath), nil)
      default: .failed(.trash, FileName(place.name), error)
      }
    }
  }

  private func put(
    _ place: borrowing FilePlace, _ identity: FileIdentity, into trash: borrowing TrashFolder,
    noted note: TrashInfo
  ) throws(SystemError) -> ByteString {
    var number = Int?.none
    while true {
      let name = FileNameRule.name(place.name, number: number, atMost: TrashFolder.longestName)
      number = (number ?? 1) + 1
      guard try trash.note(note, as: name) else { continue }
      do throws(SystemError) {
        guard let files = trash.files.duplicate() else { throw .last }
        let target = FilePlace(name, in: files)
        let path = try target.path()
        try place.rename(to: target)
        guard target.holds(identity) else {
          try target.rename(to: place)
          throw SystemError(ESTALE)
        }
        return path
      } catch {
        trash.forget(name)
        // Somebody has put a file there without noting it.
        guard error.number == EEXIST else { throw error }
      }
    }
  }

  /// Brings a file back to where it was, and never over anything.
  /// - Throws: `taken`, `changed`, `notInTrash` or another; the file stays in the trash then.
  package func restore(_ file: TrashedFile) throws(FileActionError) {
    let name = FileName(lastOf: file.original)
    let place = try FilePlace(file.path)
    guard place.status != nil else { throw .notInTrash(name) }
    guard try place.identity() == file.identity else { throw .changed(name) }
    let trash = try opened(file.path.folderPath.folderPath, for: file.original)
    guard trash.note(of: place.name)?.path == file.noted else { throw .notInTrash(name) }
    let target = try FilePlace(file.original)
    do throws(SystemError) {
      try place.rename(to: target)
    } catch {
      throw error.number == EEXIST ? .taken(name) : .failed(.restore, name, error)
    }
    trash.forget(place.name)
  }

  private func opened(
    _ path: ByteString, for file: ByteString
  ) throws(FileActionError) -> TrashFolder {
    guard let folder = DeepPath.openFolder(path.bytes) else {
      throw .notInTrash(FileName(lastOf: file))
    }
    do throws(SystemError) {
      return try TrashFolder(folder, top: nil)
    } catch {
      throw .failed(.restore, FileName(lastOf: file), error)
    }
  }
}

/// Which trash it is.
extension Trash {
  /// The trash for a file: at home where that is on the same file system, otherwise in its uppermost folder.
  private func folder(for place: borrowing FilePlace) throws(FileActionError) -> TrashFolder {
    // A file may claim to be on another file system than its folder (overlayfs).
    guard let device = place.folder.status?.st_dev else {
      throw .failed(.trash, FileName(place.name), .last)
    }
    if let home, let atHome = try? trashAtHome(home, onDevice: device) { return atHome }
    var top = FileName(place.name)
    do throws(SystemError) {
      let folder = try uppermost(from: place.folder, onDevice: device)
      let path = try folder.folderPath()
      top = FileName(path)
      // That is the file system of a home folder as a rule, whose trash is the one there.
      if home == nil, path == ByteString("/") { throw SystemError(ENOENT) }
      return try TrashFolder(usersTrash(in: folder), top: path)
    } catch {
      throw home == nil ? .noHome(FileName(place.name)) : .noTrash(top, error)
    }
  }

  /// The trash at home; nothing where that is on another file system.
  private func trashAtHome(_ home: ByteString, onDevice device: dev_t) throws(SystemError)
    -> TrashFolder
  {
    makeFolders(home)
    guard let folder = DeepPath.openFolder(home.bytes), let status = folder.status else {
      throw .last
    }
    guard status.st_dev == device else { throw SystemError(EXDEV) }
    return try TrashFolder(folder, top: nil)
  }

  /// Makes a folder, and those that it lies in, for the user alone; a failure shows when it is opened.
  private func makeFolders(_ path: ByteString) {
    let slash = UInt8(ascii: "/")
    for end in path.bytes.indices.dropFirst() where path.bytes[end] == slash {
      unsafe mkdir(ByteString(path.bytes[..<end]).cString, 0o700)
    }
    unsafe mkdir(path.cString, 0o700)
  }

  /// The uppermost folder of the file system that a folder lies on.
  private func uppermost(
    from folder: borrowing Descriptor, onDevice device: dev_t
  ) throws(SystemError) -> Descriptor {
    guard var folder = folder.duplicate(), var status = folder.status else { throw .last }
    while true {
      guard let above = DeepPath.openFolder(above: folder), let next = above.status
      else { throw .last }
      // Above the root is the root.
      guard next.st_dev == device, next.st_ino != status.st_ino else { return folder }
      folder = above
      status = next
    }
  }

  /// A user's trash in the uppermost folder of a file system: in that of all users where an administrator has
  /// made a safe one, otherwise one of the user's own.
  private func usersTrash(in top: borrowing Descriptor) throws(SystemError) -> Descriptor {
    let shared = unsafe openat(
      top.number, ".Trash", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if shared >= 0 {
      let folder = Descriptor(taking: shared)
      let isSticky = folder.status.map { $0.st_mode & mode_t(S_ISVTX) != 0 } ?? false
      if isSticky, let own = try? TrashFolder.open("\(geteuid())", in: folder) { return own }
    }
    return try TrashFolder.open(".Trash-\(geteuid())", in: top)
  }

  private func answer<Answer>(
    for place: borrowing FilePlace, of deed: FileActionError.Deed,
    _ body: () throws(SystemError) -> Answer
  ) throws(FileActionError) -> Answer {
    do throws(SystemError) {
      return try body()
    } catch {
      throw .failed(deed, FileName(place.name), error)
    }
  }
}

/// A file in the trash.
package struct TrashedFile: Hashable, Sendable {
  /// The path that it had, as it was given.
  package let original: ByteString
  /// The absolute path that it has now.
  package let path: ByteString
  /// What the trash has noted of its path.
  let noted: ByteString
  /// The file itself.
  let identity: FileIdentity
}

extension ByteString {
  /// A path as the trash notes it.
  fileprivate func asNoted(from top: ByteString?) -> ByteString {
    guard let top else { return self }
    let prefix = top.appending(ByteString("")).bytes
    return bytes.starts(with: prefix) ? ByteString(bytes.dropFirst(prefix.count)) : self
  }
}
