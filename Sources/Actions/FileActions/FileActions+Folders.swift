import Glibc
import System
package import Values

extension FileActions {
  /// Whether a path names nothing, so that a folder can be made there; blocks.
  package func isMissing(_ folder: ByteString) -> Bool {
    DeepPath.status(of: folder.bytes) == nil && errno == ENOENT
  }

  /// Makes a folder, and those on the way to it that are missing; blocks.
  /// - Parameter folder: Its path.
  /// - Throws: Why it cannot be made; those on the way to it stay.
  package func makeFolder(_ folder: ByteString) throws(FileActionError) {
    let slash = UInt8(ascii: "/")
    for end in folder.bytes.indices.dropFirst() where folder.bytes[end] == slash {
      // What is wrong with one of these is wrong with the last.
      unsafe mkdir(ByteString(folder.bytes[..<end]).cString, 0o777)
    }
    guard unsafe mkdir(folder.cString, 0o777) != 0, errno != EEXIST else { return }
    throw .failed(.create, FileName(folder), .last)
  }
}
