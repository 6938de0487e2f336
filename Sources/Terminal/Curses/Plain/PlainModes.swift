import Glibc

struct PlainModes {
  private let descriptor: Int32
  private let saved: termios

  init?(of descriptor: Int32) {
    var modes = termios()
    guard unsafe tcgetattr(descriptor, &modes) == 0 else { return nil }
    (self.descriptor, saved) = (descriptor, modes)
  }

  /// Single keys without echo.
  func readKeys() {
    var modes = saved
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    modes.c_iflag &= ~tcflag_t(ICRNL | IXON)
    set(modes)
  }

  /// Whole lines with echo; Ctrl-C and Escape also end a line.
  func readLines() {
    var modes = saved
    modes.c_lflag |= tcflag_t(ICANON | ECHO | ECHOE)
    modes.c_lflag &= ~tcflag_t(ISIG | ECHOCTL)
    modes.c_iflag |= tcflag_t(ICRNL)
    modes.c_cc.11 = PlainKeys.interrupt  // VEOL
    modes.c_cc.16 = PlainKeys.escape  // VEOL2
    set(modes)
  }

  func giveBack() {
    set(saved)
  }

  private func set(_ modes: termios) {
    var modes = modes
    _ = unsafe tcsetattr(descriptor, TCSANOW, &modes)
  }
}
