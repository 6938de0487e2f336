/// The body of a response: in memory where it is small, else in a file.
package enum HTTPBody: Sendable {
  /// The bytes.
  case bytes([UInt8])
  /// An open file that holds them and nothing else.
  case file(BodyFile)

  /// The size above which a body is kept in a file, in bytes.
  static let inlineLimit = 100_000

  /// The size in bytes.
  package var byteCount: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .file(let file): file.byteCount
    }
  }

  /// Reads all of it; blocks where it is a file.
  /// - Throws: `NetworkError.cannotKeep` where the disk fails.
  package func read() throws(NetworkError) -> [UInt8] {
    switch self {
    case .bytes(let bytes): bytes
    case .file(let file): try file.read()
    }
  }
}
