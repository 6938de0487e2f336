import Catalog
import Glibc
import System
import Values

/// Where somebody has left, for the shell to go there.
struct FolderNote {
  /// The file that is written.
  let file: ByteString

  /// Writes the folder of a photo, ended by a zero byte; of what is on the web, or beside the program,
  /// nothing.
  /// - Returns: Why it could not be written; nil where it is.
  func write(_ photo: Photo?) -> SystemError? {
    guard let photo, photo.onWeb == nil, !photo.folder.bytes.isEmpty else { return nil }
    guard let descriptor = DeepPath.open(file.bytes, O_WRONLY | O_TRUNC | O_CLOEXEC) else {
      return .last
    }
    return writeAll(photo.folder.bytes + [0], to: descriptor.number)
  }
}
