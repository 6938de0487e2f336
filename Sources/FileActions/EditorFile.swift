package import Base
import Glibc

/// A text for an editor, in a file readable only by the user; all operations block.
package struct EditorFile: Hashable, Sendable {
  private static let byteLimit = 256 << 20

  package let path: ByteString

  /// `kind` is a word of the file name.
  package init(in folder: String, of kind: String) {
    let number = String(UInt64.random(in: 0 ... .max), radix: 36)
    path = ByteString("\(folder)/photocell-\(kind)-\(number).txt")
  }

  /// Leaves no file after an error.
  package func write(_ text: [UInt8]) throws(SystemError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    guard let file = Descriptor(opened: unsafe open(path.cString, flags, 0o600)) else {
      throw .last
    }
    if let failure = writeAll(text, to: file.number) {
      remove()
      throw failure
    }
  }

  package func read() throws(SystemError) -> [UInt8] {
    guard let file = LongPath.open(path.bytes, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) else {
      throw .last
    }
    let size = min(Self.byteLimit, Int(file.status?.st_size ?? 0))
    var text: [UInt8] = []
    let failure = file.read(size, at: 0, into: &text)
    guard failure == 0 else { throw SystemError(failure) }
    return text
  }

  package func remove() {
    unsafe unlink(path.cString)
  }
}
