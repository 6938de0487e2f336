package import Base
internal import Glibc

/// The input stream of a list; closed on deinit.
struct ListInput: ~Copyable {
  private let descriptor: Int32
  private let isOwned: Bool
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// Blocks on a pipe without a writer.
  init(_ place: ListPlace) throws(CatalogError) {
    switch place {
    case .standardInput:
      descriptor = STDIN_FILENO
      isOwned = false
    case .file(let path):
      guard let file = DeepPath.open(path.bytes, O_RDONLY | O_CLOEXEC) else {
        throw CatalogError(.last)
      }
      descriptor = file.release()
      isOwned = true
    }
  }

  deinit {
    if isOwned { close(descriptor) }
  }

  /// Whether a read would not block, now or within `time`.
  func isReady(within time: Duration) -> Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&state, 1, Int32(time / .milliseconds(1))) != 0
  }

  /// Waits for bytes and passes them to `body`; false at the end of the list.
  ///
  /// Throws `unreadable` on a read error, or if it is a folder.
  mutating func read(_ body: (ArraySlice<UInt8>) -> Void) throws(CatalogError) -> Bool {
    while true {
      let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw CatalogError(.last) }
      body(buffer[..<count])
      return count > 0
    }
  }
}

package enum ListPlace: Hashable, Sendable {
  case standardInput
  case file(ByteString)
}

extension ListPlace: CustomStringConvertible {
  /// The name in messages; not sanitized.
  package var description: String {
    switch self {
    case .standardInput: "standard input"
    case .file(let path): path.lossyText
    }
  }
}

/// Reads a document from a local file.
package enum DocumentFile {
  /// Reads a file up to the size limit of feeds; blocks.
  ///
  /// Throws `feed` if it is too large, and `special` if it is not a regular file, since a FIFO
  /// without a writer would block forever.
  package static func read(_ path: ByteString) throws(CatalogError) -> [UInt8] {
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
