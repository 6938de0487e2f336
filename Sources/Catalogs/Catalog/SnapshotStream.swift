internal import Concurrency
internal import Synchronization

/// The end of a stream of snapshots where they are made.
final class SnapshotStream: SnapshotReceiving, Sendable {
  private let continuation: AsyncStream<CatalogSnapshot>.Continuation
  private let wasTerminated = Atomic(false)
  /// Where readings run that wait for others: what they do in between may take its time, and the main actor's tasks
  /// are not to pass through behind it.
  private static let readings = WorkExecutor(label: "catalogs")

  private init(_ continuation: AsyncStream<CatalogSnapshot>.Continuation) {
    self.continuation = continuation
  }

  /// Starts a reading on a thread of its own, and returns what its consumer iterates over.
  ///
  /// The stream ends when the reading returns. A reading that is asked for nothing any more is told
  /// by `isGone`. Callable from any thread.
  /// - Parameters:
  ///   - queue: Where the thread is from.
  ///   - shortage: What there is to see where there is no thread.
  ///   - read: The reading.
  /// - Returns: The snapshots.
  static func start(
    on queue: WorkQueue, orElse shortage: CatalogSnapshot,
    _ read: @escaping @Sendable (SnapshotStream) -> Void
  ) -> AsyncStream<CatalogSnapshot> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: CatalogSnapshot.self, bufferingPolicy: .bufferingNewest(1))
    let receiver = SnapshotStream(continuation)
    continuation.onTermination = { [weak receiver] _ in
      receiver?.wasTerminated.store(true, ordering: .relaxed)
    }
    let hasBegun = queue.start {
      read(receiver)
      continuation.finish()
    }
    if !hasBegun {
      continuation.yield(shortage)
      continuation.finish()
    }
    return stream
  }

  /// Starts a reading that waits for others, and returns what its consumer iterates over.
  ///
  /// The stream ends when the reading returns; the reading is cancelled when nobody wants it any more.
  /// Callable from any thread.
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

/// Takes the snapshots of a reading, and tells when nobody wants them any more.
protocol SnapshotReceiving {
  /// Whether reading on is useless; asked at every entry.
  var isGone: Bool { get }

  /// Takes a snapshot that replaces the one before.
  func receive(_ snapshot: CatalogSnapshot)
}

/// Decides when a snapshot is worth its cost: soon at first, then at doubling sizes, so that all the
/// snapshots together cost no more than a few copies of the last one.
struct SnapshotPacing {
  /// Nobody waits for a first look longer than this many entries.
  private static let firstEntryCount = 256

  private var entryCount = 0
  private var nextEntryCount = firstEntryCount
  private var nextPhotoCount = 1

  /// Counts an entry, and tells whether enough have been read for a snapshot.
  mutating func isDueAfterEntry() -> Bool {
    entryCount += 1
    return entryCount >= nextEntryCount
  }

  /// Whether so many entries in all are worth a snapshot.
  mutating func isDue(afterEntries count: Int) -> Bool {
    entryCount = count
    return entryCount >= nextEntryCount
  }

  /// Whether the end of a folder is worth a snapshot.
  func isDueAfterFolder(photoCount: Int) -> Bool {
    photoCount >= nextPhotoCount
  }

  /// Notes that a snapshot was made.
  mutating func didTakeSnapshot(photoCount: Int) {
    nextEntryCount = max(Self.firstEntryCount, entryCount * 2)
    nextPhotoCount = max(1, photoCount * 2)
  }
}
