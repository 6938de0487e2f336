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
  private let hashes: PerceptualHashStore?
  private let limit: Int
  private let queue: WorkQueue
  private let state = Mutex(State())

  /// With `givesWay`, writes only while processors are idle.
  init(
    store: ThumbnailStore, hashes: PerceptualHashStore? = nil, limit: Int = usualLimit,
    givesWay: Bool
  ) {
    (self.store, self.hashes, self.limit) = (store, hashes, limit)
    queue = WorkQueue(label: "thumbnail writes", givesWay: givesWay)
  }

  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Adds an entry; callable from any thread; the caller must write the returned excess.
  func add(_ thumbnail: PendingThumbnail) -> [PendingThumbnail] {
    guard store.isWriting else { return [] }
    let excess = change { state in
      state.waiting.append(thumbnail)
      state.byteCount += thumbnail.byteCount
      var excess: [PendingThumbnail] = []
      while state.byteCount > limit { excess.append(state.takeFirst()) }
      return excess
    }
    writeIfDue()
    return excess
  }

  func setLoading(_ isLoading: Bool) {
    change { $0.isLoading = isLoading }
    writeIfDue()
  }

  func forgetFailures() {
    change { state in
      state.waiting.removeAll(where: \.isFailure)
      state.byteCount = state.waiting.reduce(0) { $0 + $1.byteCount }
    }
  }

  /// Writes everything, even during loads, and returns when it is on disk.
  func finish() async {
    await withCheckedContinuation { continuation in
      change { $0.finishers.append(continuation) }
      writeIfDue()
    }
  }

  private func writeIfDue() {
    let isDue = change { state in
      guard state.isDue, !state.isWriting else { return false }
      state.isWriting = true
      return true
    }
    guard isDue, !queue.start({ [self] in writeAll() }) else { return }
    // What cannot be written is made again from the photos.
    change { ($0.waiting, $0.byteCount, $0.isWriting) = ([], 0, false) }
  }

  private func writeAll() {
    while let thumbnail = next() { thumbnail.write(to: store, hashes) }
  }

  /// Nil, and the end of writing, if nothing is due.
  private func next() -> PendingThumbnail? {
    change { state in
      if state.isDue { return state.takeFirst() }
      state.isWriting = false
      return nil
    }
  }

  private func change<Success>(_ body: (inout State) -> Success) -> Success {
    let (success, finishers) = state.withLock { state in (body(&state), state.takeFinishers()) }
    for finisher in finishers { finisher.resume() }
    return success
  }
}
