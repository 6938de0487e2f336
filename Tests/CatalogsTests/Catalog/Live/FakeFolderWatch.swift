import Base
import Synchronization

@testable import Catalogs

/// Reports the events that a test makes up.
final class FakeFolderWatch: FolderWatching, Sendable {
  private struct State {
    var tell: (@Sendable ([DirectoryEvent]) -> Void)?
    var numbers: [ByteString: Int32] = [:]
    var ended: [ByteString] = []
  }

  private let answer: @Sendable (Int32) -> FolderWatchAnswer
  private let state = Mutex(State())

  /// Makes a watch with the given results; folders are numbered in the order of their addition.
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

  /// Reports an event in a folder that is watched.
  func tell(
    _ kind: DirectoryEvent.Kind, _ name: String = "", in folder: ByteString, cookie: UInt32 = 0
  ) {
    let number = state.withLock { $0.numbers[folder] } ?? -1
    tell(DirectoryEvent(watch: number, kind, ByteString(name), cookie: cookie))
  }

  /// Reports events.
  func tell(_ events: DirectoryEvent...) {
    state.withLock(\.tell)?(events)
  }
}
