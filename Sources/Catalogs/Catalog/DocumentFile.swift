import Feeds
internal import Glibc
import Values

/// A document of the user's in a file.
enum DocumentFile {
  /// Reads all of it, up to the size that a feed may have; blocks.
  /// - Throws: Why it cannot be read; `feed` where it is too large, `special` where it is no file, lest
  ///   a FIFO that nobody writes into holds up everything.
  static func read(_ path: ByteString) throws(CatalogError) -> [UInt8] {
    if case .special = try PathLookup.target(of: path) { throw .special }
    var input = try ListInput(.file(path))
    var bytes: [UInt8] = []
    while try input.read({ bytes += $0 }) {
      guard bytes.count <= DocumentLimits.standard.bytes else {
        throw .feed(.largeDocument(limit: DocumentLimits.standard.bytes))
      }
    }
    return bytes
  }
}
