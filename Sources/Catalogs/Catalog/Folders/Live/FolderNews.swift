internal import Base
internal import Synchronization

/// A coalescing queue of folder events; callable from any thread.
final class FolderNews: Sendable {
  struct Batch: Sendable {
    var events: [DirectoryEvent] = []
    var isOverflown = false
    /// Whether a retry of everything was requested.
    var isAgain = false
    /// Whether polling is due for changes that are not reported.
    var isPoll = false
    /// Whether polling is due early because the user has returned to the program.
    var isGlance = false

    var isEmpty: Bool { events.isEmpty && !isOverflown && !isAgain && !isPoll && !isGlance }
  }

  /// Above this number of events, reading the folders again is as fast.
  private static let eventLimit = 100_000

  /// Signals that there are events; they may have been taken already.
  let arrivals: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let batch = Mutex(Batch())

  init() {
    (arrivals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func add(_ events: [DirectoryEvent]) {
    guard !events.isEmpty else { return }
    change { batch in
      batch.events += events
      let isTooMuch = batch.events.count > Self.eventLimit
      guard isTooMuch || events.contains(where: { $0.kind.contains(.overflow) }) else { return }
      // Events about the folders themselves are sent only once, so they must be kept.
      batch.events.removeAll { !$0.name.bytes.isEmpty || $0.watch < 0 }
      batch.isOverflown = true
    }
  }

  func addWish() {
    change { $0.isAgain = true }
  }

  func addPoll() {
    change { $0.isPoll = true }
  }

  func addGlance() {
    change { $0.isGlance = true }
  }

  var isThere: Bool { batch.withLock { !$0.isEmpty } }

  func take() -> Batch {
    batch.withLock { batch in
      defer { batch = Batch() }
      return batch
    }
  }

  private func change(_ body: (inout Batch) -> Void) {
    batch.withLock { body(&$0) }
    continuation.yield()
  }
}
