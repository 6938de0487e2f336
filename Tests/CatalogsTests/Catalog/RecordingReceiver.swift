import Base
import Synchronization

@testable import Catalogs

/// Records every snapshot, and is gone after a given number of them.
final class RecordingReceiver: SnapshotReceiving, Sendable {
  private let limit: Int
  private let received = Mutex<[CatalogSnapshot]>([])

  init(limit: Int = .max) {
    self.limit = limit
  }

  var snapshots: [CatalogSnapshot] { received.withLock { $0 } }

  var isGone: Bool { received.withLock { $0.count >= limit } }

  func receive(_ snapshot: CatalogSnapshot) {
    received.withLock { $0.append(snapshot) }
  }
}

/// Files and folders that are read, and read again as on a retry, on the test's own thread.
struct Rereading {
  let arguments: [ByteString]
  var isSurrounded = false
  private var folders: LiveFolders?

  init(_ arguments: [ByteString], isSurrounded: Bool = false) {
    self.arguments = arguments
    self.isSurrounded = isSurrounded
  }

  /// Reads everything, the first time or once more.
  mutating func run(for receiver: RecordingReceiver) {
    guard folders == nil else {
      folders?.take(FolderEventQueue.Batch(isRetry: true), for: receiver)
      return
    }
    var reading = CatalogReading(arguments, isRecursive: false, isSurrounded: isSurrounded)
    reading.run(for: receiver)
    folders = LiveFolders(reading, isRecursive: false, isSurrounded: isSurrounded)
  }

  /// Fails every argument as if no thread were free.
  mutating func fail(for receiver: RecordingReceiver) {
    var reading = CatalogReading(arguments, isRecursive: false, isSurrounded: isSurrounded)
    reading.fail(.noThread, for: receiver)
    folders = LiveFolders(reading, isRecursive: false, isSurrounded: isSurrounded)
  }
}

extension RecordingReceiver {
  /// Reads on the calling thread and returns every snapshot.
  static func read(
    _ arguments: [ByteString], isRecursive: Bool = false, limit: Int = .max
  ) -> [CatalogSnapshot] {
    let receiver = RecordingReceiver(limit: limit)
    var reading = CatalogReading(arguments, isRecursive: isRecursive)
    reading.run(for: receiver)
    return receiver.snapshots
  }
}
