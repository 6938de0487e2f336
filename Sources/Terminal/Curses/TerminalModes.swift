import Base
import CNcurses
import CTerminalGuard
import Imaging

/// Terminal modes beyond those of ncurses, and the bytes that undo everything.
@MainActor
enum TerminalModes {
  /// Mouse buttons (1000), motion while one is pressed (1002), SGR mouse reports (1006), focus
  /// events (1004), and bracketed paste (2004).
  static let begin: StaticString =
    "\u{1b}[?1000h\u{1b}[?1002h\u{1b}[?1006h\u{1b}[?1004h\u{1b}[?2004h"
  static let end: StaticString = "\u{1b}[?2004l\u{1b}[?1004l\u{1b}[?1006l\u{1b}[?1002l\u{1b}[?1000l"
  /// No palette contains it.
  nonisolated static let testColor = RGB(1, 2, 3)
  /// Synchronized output (mode 2026).
  static let beginUpdate = Array("\u{1b}[?2026h".utf8)
  static let endUpdate = Array("\u{1b}[?2026l".utf8)

  /// CAN, and ST for strings.
  private static let cut = "\u{18}\u{1b}\\"

  /// Restores the terminal from any state; `setupterm` must have been called.
  static var restoration: [UInt8] {
    var bytes = Array(cut.utf8) + endUpdate + Array("\(end)".utf8)
    for name in ["rmkx", "sgr0", "op", "cnorm", "rmcup"] {
      bytes += capability(name)
    }
    return bytes
  }

  /// A terminfo string without its delays, such as `$<5>`.
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

/// A process that restores the terminal if this one is killed by `SIGKILL`.
///
/// It ends with the session. If no thread or process can be started, there is none.
@MainActor
final class TerminalWatchdog {
  private var isStarted = false

  /// Call after a frame has been shown, so that none is delayed.
  func start() {
    guard !isStarted else { return }
    isStarted = true
    guard ctg_prepare_watchdog() == 0 else { return }
    // Starting a process takes as long as a frame.
    WorkQueue(label: "watchdog").start { ctg_start_watchdog() }
  }
}
