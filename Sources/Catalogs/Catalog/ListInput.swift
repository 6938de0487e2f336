internal import Glibc
internal import System
import Values

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
        throw CatalogError(errno: errno)
      }
      descriptor = file.release()
      isOwned = true
    }
  }

  deinit {
    if isOwned { close(descriptor) }
  }

  /// Tells whether a read would return at once, now or within some time.
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
      guard count >= 0 else { throw CatalogError(errno: errno) }
      body(buffer[..<count])
      return count > 0
    }
  }
}
