import Imaging

/// Moves of the cursor around bytes that ncurses does not know of.
nonisolated enum CursorMove {
  /// Bytes that are written at a place on the screen, after which the cursor is where it was (DECSC,
  /// CUP and DECRC).
  static func around(_ bytes: [UInt8], at point: CellPoint) -> [UInt8] {
    Array("\u{1b}7\u{1b}[\(point.row + 1);\(point.column + 1)H".utf8) + bytes
      + Array("\u{1b}8".utf8)
  }
}
