import CNcurses

/// Reads what ncurses has to say, from a window that is never shown.
///
/// Reading from a window shows what has changed in it: from the standard window this would be half a
/// frame. A pad is never shown.
@safe struct CursesKeyboard {
  // No type is named: to ncurses 6.5 and later a window is opaque, before that it is a structure.
  private let pad = unsafe newpad(1, 1)

  /// Makes the pad; ncurses must be open.
  init() {
    unsafe keypad(pad, true)
    unsafe nodelay(pad, true)
    // Reports of the mouse are read here, character by character, so that none is lost: ncurses
    // keeps only eight.
    define_key(nil, KEY_MOUSE)
  }

  /// The next reading; `.pause` when there is none, at once.
  func read() -> Reading {
    var value: wint_t = 0
    switch unsafe wget_wch(pad, &value) {
    case OK: return .character(UInt32(value))
    case KEY_CODE_YES: return .key(Int32(bitPattern: UInt32(value)))
    default: return .pause
    }
  }
}
