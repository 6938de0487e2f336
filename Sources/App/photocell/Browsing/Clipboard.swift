import Commands
import Concurrency
import CursesTerminal
import Values

/// Where paths are copied to: the terminal's clipboard, and the desktop's where there is one.
struct Clipboard {
  private let screen: CursesScreen?
  private let program = ClipboardProgram(environment: Storage.variable)
  private let queue = WorkQueue(label: "clipboard")

  /// Takes a terminal; nil where nothing but text may be written to it.
  init(of screen: CursesScreen?) {
    self.screen = screen
  }

  /// Copies paths, made absolute, a line for each.
  /// - Returns: False where they are too many.
  @MainActor
  func take(_ paths: [ByteString]) -> Bool {
    let slash = UInt8(ascii: "/")
    let folder = Storage.workingFolder
    let lines = paths.map { $0.bytes.first == slash ? $0.bytes : folder + [slash] + $0.bytes }
    let text = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    let isSent = screen?.copy(text) ?? false
    guard let program else { return isSent }
    return queue.start { program.take(text) } || isSent
  }
}
