import Base
import Glibc

package final class ProcessLog: Sendable {
  private struct State {
    var lines: [String] = []
    var isOver = false
  }

  private let state = Watched(State())

  /// Reads a descriptor to its end on a dedicated thread, and closes it.
  package init(reading descriptor: Int32) {
    WorkQueue(label: "log").start { [self] in
      if let stream = fdopen(descriptor, "r") {
        while let line = Self.line(from: stream) { state.change { $0.lines.append(line) } }
        fclose(stream)
      }
      state.change { $0.isOver = true }
    }
  }

  package var lines: [String] { state.value.lines }

  /// Waits until the lines fulfill a condition, or output has ended.
  package func wait(until condition: @escaping @Sendable ([String]) -> Bool) async {
    await state.wait { $0.isOver || condition($0.lines) }
  }

  private static func line(from stream: UnsafeMutablePointer<FILE>) -> String? {
    var (text, capacity) = (UnsafeMutablePointer<CChar>?.none, 0)
    defer { free(text) }
    guard getline(&text, &capacity, stream) >= 0, let text else { return nil }
    return String(String(cString: text).prefix { !$0.isNewline })
  }
}
