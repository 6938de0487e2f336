import Concurrency
import Glibc
import Synchronization

/// The lines that another program has printed so far.
final class ProcessLog: Sendable {
  typealias Condition = @Sendable ([String]) -> Bool

  private struct State {
    var lines: [String] = []
    var isOver = false
    var watchers: [(condition: Condition, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// Reads to the end from a descriptor, on a thread of its own, and closes it.
  init(reading descriptor: Int32) {
    WorkQueue(label: "log").start { [self] in
      let stream = fdopen(descriptor, "r")
      while let line = Self.line(from: stream) { note { $0.lines.append(line) } }
      fclose(stream)
      note { $0.isOver = true }
    }
  }

  /// What has been printed.
  var lines: [String] { state.withLock { $0.lines } }

  /// Waits until what has been printed fulfils a condition, or there will be no more.
  func wait(until condition: @escaping Condition) async {
    await withCheckedContinuation { continuation in
      let isMet = state.withLock { state in
        let isMet = state.isOver || condition(state.lines)
        if !isMet { state.watchers.append((condition, continuation)) }
        return isMet
      }
      if isMet { continuation.resume() }
    }
  }

  private func note(_ change: (inout State) -> Void) {
    let met = state.withLock { state in
      change(&state)
      let (lines, isOver) = (state.lines, state.isOver)
      let watchers = state.watchers
      state.watchers = watchers.filter { !isOver && !$0.condition(lines) }
      return watchers.filter { isOver || $0.condition(lines) }.map(\.continuation)
    }
    for continuation in met { continuation.resume() }
  }

  /// The next line without its end; nil where there are no more.
  private static func line(from stream: UnsafeMutablePointer<FILE>?) -> String? {
    guard let stream else { return nil }
    var (text, capacity) = (UnsafeMutablePointer<CChar>?.none, 0)
    defer { free(text) }
    guard getline(&text, &capacity, stream) >= 0, let text else { return nil }
    return String(String(cString: text).prefix { !$0.isNewline })
  }
}
