import Synchronization
import Values

@testable import Catalog

/// Keeps every snapshot, and goes away after as many as it was told.
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
