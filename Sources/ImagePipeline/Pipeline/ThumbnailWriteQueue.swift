import Base
import Synchronization

/// Writes thumbnails and failures one by one while nothing is loaded; sleeps without work.
final class ThumbnailWriteQueue: Sendable {
  private static let usualLimit = 32 << 20

  private struct State {
    var waiting: [PendingThumbnail] = []
    var byteCount = 0
    var isLoading = false
    var isWriting = false
    var finishers: [CheckedContinuation<Void, Never>] = []

    var isDue: Bool { !waiting.isEmpty && (!isLoading || !finishers.isEmpty) }

    mutating func takeFirst() -> PendingThumbnail {
      let first = waiting.removeFirst()
      byteCount -= first.byteCount
      return first
    }

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

  /// With `givesWay`, writes only while processors are idle.
  init(
    store: ThumbnailStore, looks: PictureLooks? = nil, limit: Int = usualLimit, givesWay: Bool
  ) {
    self.store = store
    self.looks = looks
    self.limit = limit
    queue = WorkQueue(label: "thumbnail writes", givesWay: givesWay)
  }

  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Adds an entry; callable from any thread; the caller must write the returned excess.
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

  /// Callable from any thread.
  func setLoading(_ isLoading: Bool) {
    state.withLock { $0.isLoading = isLoading }
    writeIfDue()
  }

  /// Drops pending failures; callable from any thread.
  func forgetFailures() {
    let finishers = state.withLock { state in
      state.waiting.removeAll(where: \.isFailure)
      state.byteCount = state.waiting.reduce(0) { $0 + $1.byteCount }
      return state.takeFinishers()
    }
    for finisher in finishers { finisher.resume() }
  }

  /// Writes everything, even during loads, and returns when it is on disk.
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

  /// Drops what cannot be written; it is made again from the photos.
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

  /// Nil, and the end of writing, if nothing is due.
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
