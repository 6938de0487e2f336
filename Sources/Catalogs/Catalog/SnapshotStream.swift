internal import Base
internal import Synchronization

final class SnapshotStream: SnapshotReceiving, Sendable {
  private let continuation: AsyncStream<CatalogSnapshot>.Continuation
  private let wasTerminated = Atomic(false)
  /// Runs readings that await responses: their synchronous parts may take long, and must not delay
  /// tasks of the main actor.
  private static let readings = WorkExecutor(label: "catalogs")

  private init(_ continuation: AsyncStream<CatalogSnapshot>.Continuation) {
    self.continuation = continuation
  }

  /// Ends when the reading returns; cancels it when the subscriber is gone. A reading that blocks
  /// must check `isGone`. Callable from any thread.
  static func start(
    _ read: @escaping @Sendable (SnapshotStream) async -> Void
  ) -> AsyncStream<CatalogSnapshot> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: CatalogSnapshot.self, bufferingPolicy: .bufferingNewest(1))
    let receiver = SnapshotStream(continuation)
    let task = Task(executorPreference: readings) {
      await read(receiver)
      continuation.finish()
    }
    continuation.onTermination = { [weak receiver] _ in
      receiver?.wasTerminated.store(true, ordering: .relaxed)
      task.cancel()
    }
    return stream
  }

  var isGone: Bool { wasTerminated.load(ordering: .relaxed) }

  func receive(_ snapshot: CatalogSnapshot) {
    continuation.yield(snapshot)
  }
}

protocol SnapshotReceiving {
  var isGone: Bool { get }

  func receive(_ snapshot: CatalogSnapshot)
}

/// An early first snapshot, then at doubling sizes: all cost no more than a few copies of the last.
struct SnapshotPacing {
  private static let firstEntryCount = 256

  private var entryCount = 0
  private var nextEntryCount = firstEntryCount
  private var nextPhotoCount = 1

  mutating func isDueAfterEntry() -> Bool { isDue(afterEntries: entryCount + 1) }

  mutating func isDue(afterEntries count: Int) -> Bool {
    entryCount = count
    return entryCount >= nextEntryCount
  }

  func isDueAfterFolder(photoCount: Int) -> Bool { photoCount >= nextPhotoCount }

  mutating func didTakeSnapshot(photoCount: Int) {
    nextEntryCount = max(Self.firstEntryCount, entryCount * 2)
    nextPhotoCount = max(1, photoCount * 2)
  }
}
