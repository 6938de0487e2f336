import Base
import Browser
import FileActions
import Terminal

/// Copies paths to the terminal's clipboard (OSC 52), and to the desktop's if there is one.
struct Clipboard {
  private let screen: CursesScreen?
  private let program = ClipboardProgram(environment: Storage.variable)
  private let queue = WorkQueue(label: "clipboard")

  /// Nil if only text may be written to the terminal.
  init(of screen: CursesScreen?) {
    self.screen = screen
  }

  /// Copies absolute paths, one a line; false if they are too long.
  @MainActor
  func take(_ paths: [ByteString]) -> Bool {
    let folder = Storage.workingFolder
    let lines = paths.map { ProgramSettings.absolute($0, in: folder).bytes }
    let text = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    let isSent = screen?.copy(text) ?? false
    guard let program else { return isSent }
    return queue.start { program.take(text) } || isSent
  }
}
