import Base
import CLinux
import Glibc

/// A new file without a name until it is complete (`O_TMPFILE`), or a temporary one if unsupported.
struct FileDraft: ~Copyable {
  let file: Descriptor
  private let folder: Descriptor
  private let ownName: ByteString?

  /// `mode` is limited by the umask.
  init(in folder: consuming Descriptor, mode: mode_t = 0o600) throws(SystemError) {
    let number = cl_unnamed_file(folder.number, mode)
    if number >= 0 {
      file = Descriptor(taking: number)
      ownName = nil
    } else {
      guard [EOPNOTSUPP, EISDIR, EINVAL, ENOENT].contains(errno) else { throw .last }
      let name = DraftName.unused()
      let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
      guard let opened = Descriptor.open(name, in: folder, flags, mode: mode) else { throw .last }
      file = opened
      ownName = name
      DraftName.lock(file)
    }
    self.folder = folder
  }

  /// Writes a small, durable file that has no name yet. `finish` sets attributes of the open file,
  /// and returns false with `errno` set on failure. `mode` is limited by the umask.
  static func holding(
    _ bytes: [UInt8], in folder: borrowing Descriptor, mode: mode_t = 0o600,
    finish: (borrowing Descriptor) -> Bool
  ) throws(SystemError) -> FileDraft {
    guard let folder = folder.duplicate() else { throw .last }
    let draft = try FileDraft(in: folder, mode: mode)
    if let failure = writeAll(bytes, to: draft.file.number) { throw failure }
    guard finish(draft.file), fsync(draft.file.number) == 0 else { throw .last }
    return draft
  }

  var identity: FileIdentity {
    get throws(SystemError) {
      guard let status = file.status else { throw .last }
      return FileIdentity(status)
    }
  }

  deinit {
    guard let ownName else { return }
    _ = unsafe unlinkat(folder.number, ownName.cString, 0)
  }

  /// Gives the file its name without replacing anything; throws `EEXIST` if the name is in use.
  consuming func place(as name: ByteString) throws(SystemError) {
    if let ownName {
      guard let other = folder.duplicate(), let own = folder.duplicate() else { throw .last }
      try FilePlace(ownName, in: own).rename(to: FilePlace(name, in: other))
    } else {
      try link(as: name)
    }
    folder.keepNames()
  }

  private borrowing func link(as name: ByteString) throws(SystemError) {
    let path = "/proc/self/fd/\(file.number)"
    guard unsafe linkat(AT_FDCWD, path, folder.number, name.cString, AT_SYMLINK_FOLLOW) == 0 else {
      throw .last
    }
  }

  /// Atomically replaces a file if `isUnchanged` confirms its content.
  ///
  /// On file systems with leases, another process that opens the old file for writing blocks until
  /// this is done. The two names are exchanged and the old file is compared again under its new
  /// name: if it was saved in between, it gets its name back. On a file system that cannot exchange
  /// names (NFS, most of FUSE) such a save is lost. Throws `ESTALE` if the file has changed, or
  /// another process has it open for writing.
  consuming func replace(
    _ name: ByteString, _ isUnchanged: (borrowing Descriptor) -> Bool
  ) throws(SystemError) {
    let own = ownName ?? DraftName.unused()
    if ownName == nil {
      DraftName.lock(file)
      try link(as: own)
    }
    let swap = NameSwap(folder, name, with: own)
    do throws(SystemError) {
      try exchange(swap, isUnchanged)
    } catch SystemError(EEXIST) {
      // The other name may belong to a saved file now and must not be removed.
      throw SystemError(ESTALE)
    } catch {
      swap.removeOther()
      throw error == SystemError(ENOENT) ? SystemError(ESTALE) : error
    }
    swap.removeOther()
    folder.keepNames()
  }

  /// Exchanges names with the old file, or takes its name if the file system cannot exchange them.
  ///
  /// Throws `ESTALE` before the exchange, `EEXIST` if the old file was saved in between.
  private borrowing func exchange(
    _ swap: borrowing NameSwap, _ isUnchanged: (borrowing Descriptor) -> Bool
  ) throws(SystemError) {
    guard let old = swap.open(swap.name) else { throw SystemError(ESTALE) }
    // The lock keeps `DraftName.removeAbandoned` from removing the old file.
    DraftName.lock(old)
    let lease = cl_lease(old.number)
    guard lease != 1, isUnchanged(old), let before = old.status, swap.isSame(swap.name, before)
    else {
      throw SystemError(ESTALE)
    }
    do throws(SystemError) {
      try swap.exchange()
    } catch SystemError(EINVAL), SystemError(ENOSYS) {
      return try swap.rename()
    }
    // A blocked writer proceeds as soon as the old file is closed here.
    let isLeft = lease == 0 ? cl_lease_holds(old.number) != 0 : isUnchanged(old)
    guard isLeft, swap.isSame(swap.other, before) else {
      try swap.giveBack(instead: identity)
      throw SystemError(EEXIST)
    }
  }
}

/// Exchanges the names of two files in a folder; the other name is a draft's, private to us.
struct NameSwap: ~Copyable {
  private let folder: Int32
  let name: [CChar]
  let other: [CChar]

  /// The folder must stay open.
  init(_ folder: borrowing Descriptor, _ name: ByteString, with other: ByteString) {
    self.folder = folder.number
    (self.name, self.other) = (name.cString, other.cString)
  }

  /// Throws `EINVAL` or `ENOSYS` if not supported, `ENOENT` if one of the files is gone.
  func exchange() throws(SystemError) {
    guard unsafe cl_exchange(folder, name, other) == 0 else { throw .last }
  }

  func rename() throws(SystemError) {
    guard unsafe renameat(folder, other, folder, name) == 0 else { throw .last }
  }

  func isSame(_ name: [CChar], _ status: stat) -> Bool {
    var found = stat()
    return unsafe fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) == 0
      && found.st_ino == status.st_ino && FileIdentity(found) == FileIdentity(status)
  }

  func removeOther() {
    _ = unsafe unlinkat(folder, other, 0)
  }

  /// Reverts an exchange after another process has saved the file that got the other name.
  ///
  /// The most recently saved file gets the name back and the file it replaces is removed; after 100
  /// attempts against continuous saves both files stay. `ours` is the file that has the name now,
  /// unless another process has replaced it too.
  func giveBack(instead ours: FileIdentity) {
    var expected = ours
    for _ in 0..<100 {
      guard let saved = open(other), let incoming = saved.status.map(FileIdentity.init) else {
        return
      }
      do throws(SystemError) {
        try exchange()
      } catch SystemError(ENOENT) {
        // The named file was removed, and perhaps created again.
        guard unsafe cl_rename_new(folder, other, folder, name) != 0, errno == EEXIST else {
          return
        }
        continue
      } catch {
        return
      }
      // Our draft is still open for writing here, which would prevent a lease.
      if let out = open(other), out.status.map(FileIdentity.init) == expected,
        expected == ours || cl_lease(out.number) != 1
      {
        return removeOther()
      }
      expected = incoming
    }
  }

  func open(_ name: [CChar]) -> Descriptor? {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    guard let file = Descriptor(opened: unsafe openat(folder, name, flags)),
      let status = file.status, status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return file
  }
}
