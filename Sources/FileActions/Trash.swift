package import Base
import Glibc

/// The desktop's trash on every file system (freedesktop.org, trash specification 1.0); blocks.
///
/// Never deletes instead: if there is no trash for a file, that is an error.
package struct Trash: Sendable {
  private let home: ByteString?
  private let clock: WallClock

  /// `dataHome` is an absolute path; without it only file systems' own trashes are used.
  package init(dataHome: ByteString?, clock: WallClock = .system) {
    home = dataHome?.appending(ByteString("Trash"))
    self.clock = clock
  }

  /// Moves a file, or a link itself, to the trash.
  ///
  /// With `listed`, throws `changedOnDisk` if the file differs from what was listed. On errors the
  /// file is where it was.
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
      // Mounts that the kernel treats as different may have the same device number.
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
        // The trash contains a file without a record.
        guard error.number == EEXIST else { throw error }
      }
    }
  }

  /// Restores a file to its original path without replacing anything; on errors it stays trashed.
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

extension Trash {
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
    makeFolders(home)
    guard let folder = DeepPath.openFolder(home.bytes), let status = folder.status else {
      throw .last
    }
    guard status.st_dev == device else { throw SystemError(EXDEV) }
    return try TrashFolder(folder, top: nil)
  }

  /// Makes a private folder and its parents; errors surface when it is opened.
  private func makeFolders(_ path: ByteString) {
    let slash = UInt8(ascii: "/")
    for end in path.bytes.indices.dropFirst() where path.bytes[end] == slash {
      unsafe mkdir(ByteString(path.bytes[..<end]).cString, 0o700)
    }
    unsafe mkdir(path.cString, 0o700)
  }

  /// The top folder of the file system.
  private func uppermost(
    from folder: borrowing Descriptor, onDevice device: dev_t
  ) throws(SystemError) -> Descriptor {
    guard var folder = folder.duplicate(), var status = folder.status else { throw .last }
    while true {
      guard let above = DeepPath.openFolder(above: folder), let next = above.status
      else { throw .last }
      // The parent of the root is the root.
      guard next.st_dev == device, next.st_ino != status.st_ino else { return folder }
      folder = above
      status = next
    }
  }

  /// The user's trash in a top folder: in the shared `.Trash` if that is safe, else `.Trash-UID`.
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

package struct TrashedFile: Hashable, Sendable {
  /// The original path, as it was given.
  package let original: ByteString
  /// The absolute path in the trash.
  package let path: ByteString
  /// The path in the trash's record.
  let noted: ByteString
  let identity: FileIdentity
}

extension ByteString {
  /// The path as recorded: relative to the top folder.
  fileprivate func asNoted(from top: ByteString?) -> ByteString {
    guard let top else { return self }
    let prefix = top.appending(ByteString("")).bytes
    return bytes.starts(with: prefix) ? ByteString(bytes.dropFirst(prefix.count)) : self
  }
}
