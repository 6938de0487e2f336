package import Base
import Glibc

extension FileActions {
  /// Whether nothing exists at a path, so that a folder can be made there; blocks.
  package func isMissing(_ folder: ByteString) -> Bool {
    DeepPath.status(of: folder.bytes) == nil && errno == ENOENT
  }

  /// Makes a folder with its missing parents, which remain if it fails; blocks.
  package func makeFolder(_ folder: ByteString) throws(FileActionError) {
    let slash = UInt8(ascii: "/")
    for end in folder.bytes.indices.dropFirst() where folder.bytes[end] == slash {
      // An error here recurs for the last folder.
      unsafe mkdir(ByteString(folder.bytes[..<end]).cString, 0o777)
    }
    guard unsafe mkdir(folder.cString, 0o777) != 0, errno != EEXIST else { return }
    throw .failed(.create, FileName(folder), .last)
  }
}
