import Base
import CLinux
import Glibc

/// A change of a file's content, undoable while no other process changes the file.
package enum ContentChange: Hashable, Sendable {
  /// A small file is rewritten; nil for a missing file.
  case whole(before: [UInt8]?, after: [UInt8]?)
  /// Bytes are replaced by the same number of other bytes; the offset is in bytes.
  case patch(offset: Int, before: [UInt8], after: [UInt8])

  var byteCount: Int {
    switch self {
    case .whole(let before, let after): (before?.count ?? 0) + (after?.count ?? 0)
    case .patch(_, let before, let after): before.count + after.count
    }
  }

  var reversed: ContentChange {
    switch self {
    case .whole(let before, let after): .whole(before: after, after: before)
    case .patch(let offset, let before, let after):
      .patch(offset: offset, before: after, after: before)
    }
  }

  /// Whether a whole file has the content before the change.
  func isApplicable(to path: ByteString) -> Bool {
    guard case .whole(let before?, _) = self, let place = try? FilePlace(path) else { return false }
    return (try? place.open(holding: before)) != nil
  }

  /// Applies the change durably (fsync), returning nil if the file was removed; blocks.
  ///
  /// `mode` applies to new files only. Throws `changed`, leaving the file as it is, if its content
  /// is not as expected.
  @discardableResult
  func apply(to path: ByteString, mode: mode_t = 0o644) throws(FileActionError) -> FileIdentity? {
    let place = try FilePlace(path)
    switch self {
    case .whole(nil, nil): return nil
    case .whole(nil, let after?): return try place.make(after, mode: mode)
    case .whole(let before?, nil):
      try place.remove(before)
      return nil
    case .whole(let before?, let after?): return try place.replace(before, by: after)
    case .patch(let offset, let before, let after):
      return try place.patch(at: offset, before, by: after)
    }
  }
}

extension FilePlace {
  /// The largest file that is rewritten, in bytes.
  static let contentLimit = 16 << 20

  func open(_ flags: Int32) throws(FileActionError) -> Descriptor {
    let flags = flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    guard let file = Descriptor.open(name, in: folder, flags) else {
      throw switch errno {
      case ENOENT: .gone(FileName(name))
      case ELOOP: .noFile(FileName(name))
      default: failure(.last)
      }
    }
    guard let status = file.status, status.st_mode & S_IFMT == S_IFREG else {
      throw .noFile(FileName(name))
    }
    return file
  }

  func content(of file: borrowing Descriptor) throws(FileActionError) -> [UInt8] {
    guard let size = file.status?.st_size else { throw failure(.last) }
    guard size <= Self.contentLimit else { throw failure(SystemError(EFBIG)) }
    var bytes: [UInt8] = []
    let problem = file.read(size + 1, at: 0, into: &bytes)
    guard problem == 0 else { throw failure(SystemError(problem)) }
    return bytes
  }

  fileprivate func open(holding bytes: [UInt8]) throws(FileActionError) -> Descriptor {
    let file = try open(O_RDONLY)
    guard try content(of: file) == bytes else { throw .changed(FileName(name)) }
    return file
  }

  fileprivate func make(_ bytes: [UInt8], mode: mode_t) throws(FileActionError) -> FileIdentity {
    do throws(SystemError) {
      let draft = try FileDraft.holding(bytes, in: folder, mode: mode) { _ in true }
      let identity = try draft.identity
      try draft.place(as: name)
      return identity
    } catch SystemError(EEXIST) {
      throw .changed(FileName(name))
    } catch {
      throw failure(error)
    }
  }

  fileprivate func replace(
    _ before: [UInt8], by after: [UInt8]
  ) throws(FileActionError) -> FileIdentity {
    let old = try open(holding: before)
    guard let status = old.status else { throw failure(.last) }
    try checkWritable(status)
    do throws(SystemError) {
      let draft = try FileDraft.holding(after, in: folder) { file in
        cl_copy_attributes(old.number, file.number)
        // Only root can keep a foreign owner; the group may be one of the user's.
        if fchown(file.number, status.st_uid, status.st_gid) != 0 {
          _ = fchown(file.number, .max, status.st_gid)
        }
        return fchmod(file.number, status.st_mode & 0o777) == 0
      }
      let identity = try draft.identity
      try draft.replace(name) { holds(before, in: $0) }
      return identity
    } catch SystemError(ESTALE) {
      throw .changed(FileName(name))
    } catch {
      throw failure(error)
    }
  }

  fileprivate func remove(_ bytes: [UInt8]) throws(FileActionError) {
    let old = try open(holding: bytes)
    guard let status = old.status else { throw failure(.last) }
    try checkWritable(status)
    guard let other = folder.duplicate() else { throw failure(.last) }
    // The lock keeps `DraftName.removeAbandoned` from removing the file under a draft's name.
    DraftName.lock(old)
    let aside = FilePlace(DraftName.unused(), in: other)
    do throws(SystemError) {
      try rename(to: aside)
      // Another process may have saved it just before.
      if let moved = try? aside.open(O_RDONLY), holds(bytes, in: moved) {
        try aside.remove()
        return folder.keepNames()
      }
      try aside.rename(to: self)
    } catch {
      throw failure(error)
    }
    throw .changed(FileName(name))
  }

  private func holds(_ bytes: [UInt8], in file: borrowing Descriptor) -> Bool {
    (try? content(of: file)) == bytes
  }

  /// Checks write permission, as replacing a file requires only permission on its folder.
  private func checkWritable(_ status: stat) throws(FileActionError) {
    let isRefused =
      unsafe faccessat(folder.number, name.cString, W_OK, AT_EACCESS | AT_SYMLINK_NOFOLLOW) != 0
    guard isRefused || status.st_mode & 0o222 == 0 else { return }
    if isRefused, ![EACCES, EPERM].contains(errno) { throw failure(.last) }
    let isForeign = isRefused && errno == EACCES && status.st_uid != geteuid()
    throw .refused(FileName(name), isForeign ? "belongs to another user" : "is write-protected")
  }

  fileprivate func patch(
    at offset: Int, _ before: [UInt8], by after: [UInt8]
  ) throws(FileActionError) -> FileIdentity {
    let file = try open(O_RDWR)
    var found: [UInt8] = []
    let problem = file.read(before.count, at: offset, into: &found)
    guard problem == 0 else { throw failure(SystemError(problem)) }
    guard found == before, after.count == before.count else { throw .changed(FileName(name)) }
    let written = unsafe after.withUnsafeBytes { unsafe writeAll($0, to: file.number, at: offset) }
    if let written { throw failure(written) }
    guard fsync(file.number) == 0, let status = file.status else { throw failure(.last) }
    return FileIdentity(status)
  }

  fileprivate func failure(_ reason: SystemError) -> FileActionError {
    .failed(.write, FileName(name), reason)
  }
}
