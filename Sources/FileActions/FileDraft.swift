import Base
import CLinux
import Glibc

/// A new file that has no name until it is complete (`O_TMPFILE`).
///
/// On file systems without such files it has a temporary name, which is removed on failure.
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
      let number = unsafe openat(folder.number, name.cString, flags, mode)
      guard number >= 0 else { throw .last }
      file = Descriptor(taking: number)
      ownName = name
      DraftName.lock(file)
    }
    self.folder = folder
  }

  /// Writes a small, durable file that has no name yet.
  ///
  /// `finish` sets permissions, times and other attributes of the open file; it returns false with
  /// `errno` set on failure. `mode` is limited by the umask.
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
    guard let ownName else {
      let path = "/proc/self/fd/\(file.number)"
      let isDone =
        unsafe linkat(AT_FDCWD, path, folder.number, name.cString, AT_SYMLINK_FOLLOW) == 0
      guard isDone else { throw .last }
      folder.keepNames()
      return
    }
    guard let other = folder.duplicate(), let own = folder.duplicate() else { throw .last }
    try FilePlace(ownName, in: own).rename(to: FilePlace(name, in: other))
    folder.keepNames()
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
      let path = "/proc/self/fd/\(file.number)"
      let isLinked =
        unsafe linkat(AT_FDCWD, path, folder.number, own.cString, AT_SYMLINK_FOLLOW) == 0
      guard isLinked else { throw .last }
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
  /// Throws `ESTALE` before the exchange, and `EEXIST` if the old file was saved in between and has
  /// its name again.
  private borrowing func exchange(
    _ swap: borrowing NameSwap, _ isUnchanged: (borrowing Descriptor) -> Bool
  ) throws(SystemError) {
    guard let old = swap.openNamed() else { throw SystemError(ESTALE) }
    // The lock keeps `DraftName.removeAbandoned` from removing the old file.
    DraftName.lock(old)
    let lease = cl_lease(old.number)
    guard lease != 1, isUnchanged(old), let before = old.status, swap.isNamed(before) else {
      throw SystemError(ESTALE)
    }
    do throws(SystemError) {
      try swap.exchange()
    } catch SystemError(EINVAL), SystemError(ENOSYS) {
      return try swap.rename()
    }
    // A blocked writer proceeds as soon as the old file is closed here.
    let isLeft = lease == 0 ? cl_lease_holds(old.number) != 0 : isUnchanged(old)
    guard isLeft, swap.isOther(before) else {
      try swap.giveBack(instead: identity)
      throw SystemError(EEXIST)
    }
  }
}
