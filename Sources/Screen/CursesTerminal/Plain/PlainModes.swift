import Glibc

/// The modes of a terminal that is read by keys or by lines, and how it was before.
nonisolated struct PlainModes {
  private let descriptor: Int32
  private let saved: termios

  /// Remembers the modes of a terminal; nil where it is none.
  init?(of descriptor: Int32) {
    var modes = termios()
    guard unsafe tcgetattr(descriptor, &modes) == 0 else { return nil }
    (self.descriptor, saved) = (descriptor, modes)
  }

  /// Has every key come by itself, unseen.
  func readKeys() {
    var modes = saved
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    modes.c_iflag &= ~tcflag_t(ICRNL | IXON)
    set(modes)
  }

  /// Has whole lines come, seen while they are typed; Ctrl-C and Escape end one as well.
  func readLines() {
    var modes = saved
    modes.c_lflag |= tcflag_t(ICANON | ECHO | ECHOE)
    modes.c_lflag &= ~tcflag_t(ISIG | ECHOCTL)
    modes.c_iflag |= tcflag_t(ICRNL)
    modes.c_cc.11 = PlainKeys.interrupt  // VEOL
    modes.c_cc.16 = PlainKeys.escape  // VEOL2
    set(modes)
  }

  /// Sets the modes of before.
  func giveBack() {
    set(saved)
  }

  private func set(_ modes: termios) {
    var modes = modes
    _ = unsafe tcsetattr(descriptor, TCSANOW, &modes)
  }
}
