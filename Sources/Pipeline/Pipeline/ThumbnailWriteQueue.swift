import Concurrency
import Synchronization
import Thumbnails

/// Writes thumbnails and failures once there is time: one by one, while nothing is loaded, and on a
/// thread that gives way to all others where nobody waits for the end of that.
///
/// Without work it sleeps.
final class ThumbnailWriteQueue: Sendable {
  /// How much may wait to be written, in bytes.
  private static let usualLimit = 32 << 20

  private struct State {
    /// What waits, the oldest first.
    var waiting: [PendingThumbnail] = []
    var byteCount = 0
    var isLoading = false
    var isWriting = false
    var finishers: [CheckedContinuation<Void, Never>] = []

    /// Whether something is to be written now.
    var isDue: Bool { !waiting.isEmpty && (!isLoading || !finishers.isEmpty) }

    mutating func takeFirst() -> PendingThumbnail {
      let first = waiting.removeFirst()
      byteCount -= first.byteCount
      return first
    }

    /// Those who wait for the end, if this is it.
    mutating func takeFinishers() -> [CheckedContinuation<Void, Never>] {
      guard waiting.isEmpty, !isWriting else { return [] }
      defer { finishers = [] }
      return finishers
    }
  }

  private let store: ThumbnailStore
  private let looks: PictureLooks?
  private let limit: Int
  private let queue: WorkQueue
  private let state = Mutex(State())

  /// Makes a queue with nothing to do; until it hears more, nothing is loaded.
  /// - Parameters:
  ///   - store: Where it writes to.
  ///   - looks: Hears what the photos look like; nil where nobody wants to know.
  ///   - limit: How much may wait to be written, in bytes.
  ///   - givesWay: Whether it writes only while no processor is wanted for anything else.
  init(
    store: ThumbnailStore, looks: PictureLooks? = nil, limit: Int = usualLimit, givesWay: Bool
  ) {
    self.store = store
    self.looks = looks
    self.limit = limit
    queue = WorkQueue(label: "thumbnail writes", givesWay: givesWay)
  }

  /// How many wait.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Takes something to be written when there is time; callable from any thread.
  /// - Returns: The oldest of what is now too much; the caller writes it.
  func add(_ thumbnail: PendingThumbnail) -> [PendingThumbnail] {
    guard store.isWriting else { return [] }
    let excess = state.withLock { state in
      state.waiting.append(thumbnail)
      state.byteCount += thumbnail.byteCount
      var excess: [PendingThumbnail] = []
      while state.byteCount > limit { excess.append(state.takeFirst()) }
      return excess
    }
    writeIfDue()
    return excess
  }

  /// Hears whether anything is loaded; callable from any thread.
  func setLoading(_ isLoading: Bool) {
    state.withLock { $0.isLoading = isLoading }
    writeIfDue()
  }

  /// Drops the failures that wait; callable from any thread.
  func forgetFailures() {
    let finishers = state.withLock { state in
      state.waiting.removeAll(where: \.isFailure)
      state.byteCount = state.waiting.reduce(0) { $0 + $1.byteCount }
      return state.takeFinishers()
    }
    for finisher in finishers { finisher.resume() }
  }

  /// Writes what waits, whether anything is loaded or not, and returns when it is on disk.
  func finish() async {
    await withCheckedContinuation { continuation in
      let finishers = state.withLock { state in
        state.finishers.append(continuation)
        return state.takeFinishers()
      }
      for finisher in finishers { finisher.resume() }
      writeIfDue()
    }
  }

  private func writeIfDue() {
    let isDue = state.withLock { state in
      guard state.isDue, !state.isWriting else { return false }
      state.isWriting = true
      return true
    }
    if isDue, !queue.start({ [self] in writeAll() }) { dropAll() }
  }

  /// Gives up what cannot be written: it is made again from the photos.
  private func dropAll() {
    let finishers = state.withLock { state in
      state.waiting = []
      state.byteCount = 0
      state.isWriting = false
      return state.takeFinishers()
    }
    for finisher in finishers { finisher.resume() }
  }

  private func writeAll() {
    while let thumbnail = next() { thumbnail.write(to: store, looks) }
  }

  /// What to write next; nil, and the end of writing, where nothing is due.
  private func next() -> PendingThumbnail? {
    let (next, finishers) = state.withLock { state in
      if state.isDue {
        return (state.takeFirst() as PendingThumbnail?, state.finishers.prefix(0).map(\.self))
      }
      state.isWriting = false
      return (nil, state.takeFinishers())
    }
    for finisher in finishers { finisher.resume() }
    return next
  }
}
