import Base
import CLinux
import Glibc

/// Exchanges the names of two files in a folder; the other name is a draft's, private to us.
struct NameSwap: ~Copyable {
  private let folder: Int32
  private let name: [CChar]
  private let other: [CChar]

  /// The folder must stay open.
  init(_ folder: borrowing Descriptor, _ name: ByteString, with other: ByteString) {
    self.folder = folder.number
    (self.name, self.other) = (name.cString, other.cString)
  }

  /// Throws `EINVAL` or `ENOSYS` if not supported, `ENOENT` if one of the files is gone.
  func exchange() throws(SystemError) {
    guard unsafe cl_exchange(folder, name, other) == 0 else { throw .last }
  }

  /// Replaces the named file by the other one.
  func rename() throws(SystemError) {
    guard unsafe renameat(folder, other, folder, name) == 0 else { throw .last }
  }

  /// Nil if it is gone or not a regular file.
  func openNamed() -> Descriptor? { open(name) }

  func openOther() -> Descriptor? { open(other) }

  func isNamed(_ status: stat) -> Bool { isSame(name, status) }

  func isOther(_ status: stat) -> Bool { isSame(other, status) }

  private func isSame(_ name: [CChar], _ status: stat) -> Bool {
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
      guard let saved = openOther(), let incoming = saved.status.map(FileIdentity.init) else {
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
      if let out = openOther(), out.status.map(FileIdentity.init) == expected,
        expected == ours || cl_lease(out.number) != 1
      {
        return removeOther()
      }
      expected = incoming
    }
  }

  private func open(_ name: [CChar]) -> Descriptor? {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let number = unsafe openat(folder, name, flags)
    guard number >= 0 else { return nil }
    let file = Descriptor(taking: number)
    guard let status = file.status, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return file
  }
}
