internal import Synchronization
internal import System
internal import Values

/// What has happened to folders since somebody looked last; callable from any thread.
final class FolderNews: Sendable {
  /// What has come together.
  struct Batch: Sendable {
    /// What has happened, in its order.
    var events: [DirectoryEvent] = []
    /// Whether more has happened than that, and nobody knows what.
    var isOverflown = false
    /// Whether somebody wants everything to be looked at again.
    var isAgain = false
    /// Whether it is time to look for what nobody tells of.
    var isPoll = false
    /// Whether that is looked for now because somebody has begun to look.
    var isGlance = false

    /// Whether there is nothing.
    var isEmpty: Bool { events.isEmpty && !isOverflown && !isAgain && !isPoll && !isGlance }
  }

  /// More are worth no memory: to read the folders is as quick.
  private static let eventLimit = 100_000

  /// Comes whenever there is something; it may have been taken with something earlier.
  let arrivals: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let batch = Mutex(Batch())

  init() {
    (arrivals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Adds events.
  func add(_ events: [DirectoryEvent]) {
    guard !events.isEmpty else { return }
    change { batch in
      batch.events += events
      let isTooMuch = batch.events.count > Self.eventLimit
      guard isTooMuch || events.contains(where: { $0.kind.contains(.overflow) }) else { return }
      // What becomes of the folders themselves is told once.
      batch.events.removeAll { !$0.name.bytes.isEmpty || $0.watch < 0 }
      batch.isOverflown = true
    }
  }

  /// Has everything looked at again.
  func addWish() {
    change { $0.isAgain = true }
  }

  /// Has that looked for of which nobody tells.
  func addPoll() {
    change { $0.isPoll = true }
  }

  /// Has that looked for out of turn.
  func addGlance() {
    change { $0.isGlance = true }
  }

  /// Whether there is something that has not been taken.
  var isThere: Bool { batch.withLock { !$0.isEmpty } }

  /// What has come together; from now on it is no news.
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
