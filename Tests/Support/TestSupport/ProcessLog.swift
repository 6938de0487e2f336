import Concurrency
import Glibc

/// The lines that another program has printed so far.
package final class ProcessLog: Sendable {
  private struct State {
    var lines: [String] = []
    var isOver = false
  }

  private let state = Watched(State())

  /// Reads to the end from a descriptor, on a thread of its own, and closes it.
  package init(reading descriptor: Int32) {
    WorkQueue(label: "log").start { [self] in
      if let stream = fdopen(descriptor, "r") {
        while let line = Self.line(from: stream) { state.change { $0.lines.append(line) } }
        fclose(stream)
      }
      state.change { $0.isOver = true }
    }
  }

  /// What has been printed.
  package var lines: [String] { state.value.lines }

  /// Waits until what has been printed fulfils a condition, or there will be no more.
  package func wait(until condition: @escaping @Sendable ([String]) -> Bool) async {
    await state.wait { $0.isOver || condition($0.lines) }
  }

  /// The next line without its end; nil where there are no more.
  private static func line(from stream: UnsafeMutablePointer<FILE>) -> String? {
    var (text, capacity) = (UnsafeMutablePointer<CChar>?.none, 0)
    defer { free(text) }
    guard getline(&text, &capacity, stream) >= 0, let text else { return nil }
    return String(String(cString: text).prefix { !$0.isNewline })
  }
}
