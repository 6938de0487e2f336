internal import Glibc

/// Writes files into a folder, which is made where it is missing.
struct FileWriter: Sendable {
  let folder: String

  /// Makes the folder where it is missing; the folders above it must be there.
  /// - Throws: `DemoPhotosError.unwritable`; nothing has been made.
  init(folder: String) throws(DemoPhotosError) {
    self.folder = folder
    guard unsafe mkdir(folder, 0o777) == 0 || errno == EEXIST else {
      throw .unwritable(path: folder, errno: errno)
    }
  }

  /// Writes a file, or writes it anew; blocks.
  /// - Throws: `DemoPhotosError.unwritable`; a part of the file may be there.
  func write(_ bytes: [UInt8], to name: String) throws(DemoPhotosError) {
    let path = folder + "/" + name
    guard let stream = unsafe fopen(path, "wb") else {
      throw .unwritable(path: path, errno: errno)
    }
    let written = unsafe fwrite(bytes, 1, bytes.count, stream)
    let failure = errno
    guard unsafe fclose(stream) == 0, written == bytes.count else {
      throw .unwritable(path: path, errno: failure)
    }
  }
}
