import CLinux
import Glibc
import System
import Values

/// Two files of a folder that exchange their names; the other name is a draft's, which no other program uses.
struct NameSwap: ~Copyable {
  private let folder: Int32
  private let name: [CChar]
  private let other: [CChar]

  /// Takes an open folder, which must stay open, and two names in it.
  init(_ folder: borrowing Descriptor, _ name: ByteString, with other: ByteString) {
    self.folder = folder.number
    (self.name, self.other) = (name.cString, other.cString)
  }

  /// Exchanges the names.
  /// - Throws: `EINVAL` or `ENOSYS` where that cannot be had, `ENOENT` where one of the files is gone.
  func exchange() throws(SystemError) {
    guard unsafe cl_exchange(folder, name, other) == 0 else { throw .last }
  }

  /// Gives the other file the name, in the place of what has it.
  func rename() throws(SystemError) {
    guard unsafe renameat(folder, other, folder, name) == 0 else { throw .last }
  }

  /// Opens the file that has the name, to be read; nil where it is no file, or gone.
  func openNamed() -> Descriptor? { open(name) }

  /// Opens the other file.
  func openOther() -> Descriptor? { open(other) }

  /// Whether it is a file of such a status that has the name.
  func isNamed(_ status: stat) -> Bool { isSame(name, status) }

  /// Whether it is a file of such a status that has the other name.
  func isOther(_ status: stat) -> Bool { isSame(other, status) }

  private func isSame(_ name: [CChar], _ status: stat) -> Bool {
    var found = stat()
    return unsafe fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) == 0
      && found.st_ino == status.st_ino && FileIdentity(found) == FileIdentity(status)
  }

  /// Removes the other file.
  func removeOther() {
    _ = unsafe unlinkat(folder, other, 0)
  }

  /// Reverts an exchange after another process has saved the file that got the other name: the file that was saved last
  /// gets the name back, and the one that it replaces is removed.
  ///
  /// After 100 attempts against continuous saves both files stay.
  /// - Parameter ours: The file that has the name now, unless another process has replaced it as well.
  func giveBack(instead ours: FileIdentity) {
    var expected = ours
    for _ in 0..<100 {
      guard let saved = openOther(), let incoming = saved.status.map(FileIdentity.init) else {
        return
      }
      do throws(SystemError) {
        try exchange()
      } catch SystemError(ENOENT) {
        // The file with the name was removed, and perhaps created again.
        guard unsafe cl_rename_new(folder, other, folder, name) != 0, errno == EEXIST else {
          return
        }
        continue
      } catch {
        return
      }
      // Of ours the draft is still open for writing here.
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
