import DecoderMessages
import Glibc
import System

extension FileVersion {
  /// Looks at the file of a path; may block.
  /// - Parameter path: The path as bytes, of any length.
  /// - Throws: `DecodingError.unreadable`; nothing is left open.
  package init(path: [UInt8]) throws(DecodingError) {
    let descriptor = try PathWalk.open(path)
    var status = stat()
    guard unsafe fstat(descriptor.number, &status) == 0 else {
      throw .refused(.unreadable(errno: errno))
    }
    self.init(status)
  }
}
