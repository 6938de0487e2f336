import CNcurses
import Imaging

/// What is set on the terminal beside what ncurses sets, and how all of it is undone.
enum TerminalModes {
  /// Mouse buttons (1000), moves while one is held down where the terminal can tell them (1002), in the
  /// form without limits (SGR, 1006), whether the window has the focus (1004), and marks around pasted text
  /// (2004).
  static let begin: StaticString =
    "\u{1b}[?1000h\u{1b}[?1002h\u{1b}[?1006h\u{1b}[?1004h\u{1b}[?2004h"
  /// The opposite of `begin`.
  static let end: StaticString =
    "\u{1b}[?2004l\u{1b}[?1004l\u{1b}[?1006l\u{1b}[?1002l\u{1b}[?1000l"
  /// The exact colour that is set and asked for; no palette has it.
  nonisolated static let testColor = RGB(1, 2, 3)
  /// Holds the picture until `endUpdate`, where the terminal can (synchronized output, mode 2026).
  static let beginUpdate = Array("\u{1b}[?2026h".utf8)
  /// Shows what was written since `beginUpdate`.
  static let endUpdate = Array("\u{1b}[?2026l".utf8)

  /// What ends a sequence that was cut in the middle: CAN, and ST for strings.
  private static let cut = "\u{18}\u{1b}\\"

  /// The bytes that give the terminal back from any state; `setupterm` must have been called.
  static var restoration: [UInt8] {
    var bytes = Array(cut.utf8) + endUpdate + Array("\(end)".utf8)
    for name in ["rmkx", "sgr0", "op", "cnorm", "rmcup"] {
      bytes += capability(name)
    }
    return bytes
  }

  /// A string of the terminfo entry without its delays, `$<5>`.
  private static func capability(_ name: String) -> [UInt8] {
    guard let text = unsafe pc_capability(name) else { return [] }
    var bytes: [UInt8] = []
    var isDelay = false
    for byte in unsafe String(cString: text).utf8 {
      if byte == UInt8(ascii: "$") { isDelay = true }
      if !isDelay { bytes.append(byte) }
      if byte == UInt8(ascii: ">") { isDelay = false }
    }
    return bytes
  }
}
