import Glibc
import System
import Values

/// Where somebody has left, for the shell to go there.
struct FolderNote {
  /// The file that is written.
  let file: ByteString

  /// Writes a folder, ended by a zero byte; of what is on the web, or beside the program, nothing.
  /// - Parameter folder: The beginning of the paths in it; nil or empty where nothing is written.
  /// - Returns: Why it could not be written; nil where it is.
  func write(_ folder: ByteString?) -> SystemError? {
    guard let folder, !folder.bytes.isEmpty else { return nil }
    guard let descriptor = DeepPath.open(file.bytes, O_WRONLY | O_TRUNC | O_CLOEXEC) else {
      return .last
    }
    return writeAll(folder.bytes + [0], to: descriptor.number)
  }
}
