package import Base
internal import Synchronization

package protocol FolderChangeWatching: Sendable {
  /// Replaces the set of watched path prefixes; does not block.
  func watch(_ folders: Set<ByteString>)

  /// Calls `onChange` with changed folders until the task is cancelled; for one task.
  func follow(_ onChange: @Sendable (Set<ByteString>) async -> Void) async
}

package final class FolderChanges: FolderChangeWatching {
  private struct State {
    var wanted: Set<ByteString> = []
    var watched: [ByteString: Int32] = [:]
    var watch: (any FolderWatching)?
    var isWorking = false
  }

  /// Coalesces events, so that a folder that receives many files is not read for each.
  private static let gathering = Duration.seconds(1)

  private let following: FolderFollowing
  private let news = FolderEventQueue()
  private let queue = WorkQueue(label: "folder watch", isLowPriority: true)
  private let state = Mutex(State())

  package init(_ following: FolderFollowing) {
    self.following = following
  }

  package func watch(_ folders: Set<ByteString>) {
    let isOther = state.withLock { state in
      defer { state.wanted = folders }
      return state.wanted != folders
    }
    // On its own thread, since a path may lead to a disk that does not respond.
    if isOther { queue.start { [weak self] in self?.watchWanted() } }
  }

  package func follow(_ onChange: @Sendable (Set<ByteString>) async -> Void) async {
    for await _ in news.arrivals where news.isThere {
      await following.pause(Self.gathering)
      guard !Task.isCancelled else { return }
      let batch = news.take()
      let numbers = Set(batch.events.map(\.watch))
      let changed = state.withLock { state in
        state.watched.filter { batch.isOverflown || numbers.contains($0.value) }
      }
      if !changed.isEmpty { await onChange(Set(changed.keys)) }
    }
  }

  private func watchWanted() {
    let watch = state.withLock { state -> (any FolderWatching)? in
      guard !state.isWorking else { return nil }
      state.isWorking = true
      if state.watch == nil { state.watch = following.watch(news.add) }
      return state.watch
    }
    guard let watch else { return }
    while let (folder, isWanted) = nextDifference() {
      guard isWanted else {
        end(folder, watch)
        continue
      }
      // A failed watch is not retried while the folder is wanted.
      let answer = watch.watch(folder.openableFolder)
      let number = if case .watched(let number, _) = answer { number } else { Int32(-1) }
      state.withLock { $0.watched[folder] = number }
    }
  }

  private func end(_ folder: ByteString, _ watch: any FolderWatching) {
    // Two paths to one folder share a watch number.
    let last = state.withLock { state -> Int32? in
      let number = state.watched.removeValue(forKey: folder)
      return number.flatMap { $0 < 0 || state.watched.values.contains($0) ? nil : $0 }
    }
    if let last { watch.endWatch(last) }
  }

  private func nextDifference() -> (folder: ByteString, isWanted: Bool)? {
    state.withLock { state in
      if let folder = state.watched.keys.first(where: { !state.wanted.contains($0) }) {
        return (folder, false)
      }
      let next = state.wanted.first { state.watched[$0] == nil }
      state.isWorking = next != nil
      return next.map { ($0, true) }
    }
  }
}
