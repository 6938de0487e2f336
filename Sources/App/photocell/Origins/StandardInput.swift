import Catalog
import Glibc
import Values

/// What the program is given to read.
enum StandardInput {
  /// The names that are ended by zero bytes, until the input ends; blocks.
  static func names() -> [ByteString] {
    bytes().split(separator: 0).map { ByteString(Array($0)) }
  }

  private static func bytes() -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = piece.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
      if count > 0 { bytes += piece[..<count] }
      if count == 0 || (count < 0 && errno != EINTR) { return bytes }
    }
  }
}
