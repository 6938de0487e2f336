import CNcurses
import Imaging

/// How ncurses, by the locale, would count the cells of characters.
enum GlyphWidth {
  /// The character cells that a scalar takes: 1 or 2, and 0 for a mark or what cannot be printed.
  static func columns(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if (0x20..<0x7F).contains(value) || (0x2500..<0x25A0).contains(value) { return 1 }
    // Control characters, and everything that moves the cursor or turns the direction of text.
    return max(0, Int(pc_columns(value)))
  }

  /// Whether a scalar may combine with another one.
  static func isMark(_ scalar: UInt32) -> Bool {
    scalar >= 0x300 && pc_columns(scalar) == 0
  }
}
