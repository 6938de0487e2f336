import Feeds
internal import Glibc
internal import System
package import Values
import XML

/// The bytes of a list, as they come in; closed when it is let go.
struct ListInput: ~Copyable {
  private let descriptor: Int32
  private let isOwned: Bool
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// Opens a list; blocks where it is a pipe that nobody writes into yet.
  /// - Throws: The reason why it cannot be opened.
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

  /// Whether a read would return at once, now or within some time.
  func isReady(within time: Duration) -> Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&state, 1, Int32(time / .milliseconds(1))) != 0
  }

  /// Waits for bytes and gives them to a body; false at the end of the list.
  /// - Throws: `unreadable` where the disk fails, or it is a folder.
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

/// Where a list of photos is.
package enum ListPlace: Hashable, Sendable {
  /// What is written into the program.
  case standardInput
  /// A file, which may be a pipe: the path.
  case file(ByteString)
}

extension ListPlace: CustomStringConvertible {
  /// What the list is called in a message; not sanitised.
  package var description: String {
    switch self {
    case .standardInput: "standard input"
    case .file(let path): path.lossyText
    }
  }
}

/// A document of the user's in a file.
package enum DocumentFile {
  /// Reads all of it, up to the size that a feed may have; blocks.
  /// - Throws: Why it cannot be read; `feed` where it is too large, `special` where it is no file, lest
  ///   a FIFO that nobody writes into holds up everything.
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
