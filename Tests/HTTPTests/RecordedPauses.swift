import HTTP
import Synchronization

/// Pauses that are over at once, and are recorded.
final class RecordedPauses: Pausing {
  private let list = Mutex<[Duration]>([])

  var all: [Duration] { list.withLock { $0 } }

  func pause(for duration: Duration) async throws(NetworkError) {
    list.withLock { $0.append(duration) }
    guard !Task.isCancelled else { throw .cancelled }
  }
}
