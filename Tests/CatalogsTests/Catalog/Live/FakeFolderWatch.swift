import Base
import Synchronization

@testable import Catalogs

/// Tells of what a test says has happened.
final class FakeFolderWatch: FolderWatching, Sendable {
  private struct State {
    var tell: (@Sendable ([DirectoryEvent]) -> Void)?
    var numbers: [ByteString: Int32] = [:]
    var ended: [ByteString] = []
  }

  private let answer: @Sendable (Int32) -> FolderWatchAnswer
  private let state = Mutex(State())

  /// Makes a watch that answers as it is told; folders are numbered in the order in which they come.
  init(_ answer: @escaping @Sendable (Int32) -> FolderWatchAnswer = { .watched($0) }) {
    self.answer = answer
  }

  /// What follows folders by this watch.
  func following(_ clock: some Clock<Duration>, log: Log = .none) -> FolderFollowing {
    FolderFollowing(clock: clock, log: log) { tell in
      self.state.withLock { $0.tell = tell }
      return self
    }
  }

  /// The folders that are watched.
  var folders: Set<ByteString> { state.withLock { Set($0.numbers.keys) } }

  /// The folders whose watches were ended.
  var ended: [ByteString] { state.withLock(\.ended) }

  func watch(_ folder: ByteString) -> FolderWatchAnswer {
    let number = state.withLock { state in
      let number = state.numbers[folder] ?? Int32(state.numbers.count + state.ended.count)
      state.numbers[folder] = number
      return number
    }
    return answer(number)
  }

  func endWatch(_ number: Int32) {
    state.withLock { state in
      for folder in state.numbers.keys where state.numbers[folder] == number {
        state.numbers[folder] = nil
        state.ended.append(folder)
      }
    }
  }

  /// Tells of something in a folder that is watched.
  func tell(
    _ kind: DirectoryEvent.Kind, _ name: String = "", in folder: ByteString, cookie: UInt32 = 0
  ) {
    let number = state.withLock { $0.numbers[folder] } ?? -1
    tell(DirectoryEvent(watch: number, kind, ByteString(name), cookie: cookie))
  }

  /// Tells of something.
  func tell(_ events: DirectoryEvent...) {
    state.withLock(\.tell)?(events)
  }
}
