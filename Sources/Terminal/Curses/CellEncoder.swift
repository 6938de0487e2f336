import CNcurses
import Imaging

/// Converts glyphs to ncurses cells.
@MainActor
struct CellEncoder {
  /// U+FFFD, for characters that cannot be shown.
  private static let replacement: UInt32 = 0xFFFD

  /// Fills a cell; a glyph that is not `columns` wide becomes U+FFFD.
  func fill(_ cell: inout cchar_t, with glyph: Glyph, columns: Int, pair: Int32) {
    var text: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0, 0, 0)
    if glyph.isContinuation {
      text.0 = 0x20
    } else if GlyphWidth.columns(glyph.scalar) == columns {
      text.0 = glyph.scalar.value
      if glyph.marks != .zero { addMarks(of: glyph, to: &text) }
    } else {
      text.0 = Self.replacement
    }
    unsafe withUnsafeBytes(of: &text) { bytes in
      let values = unsafe bytes.assumingMemoryBound(to: UInt32.self)
      guard let start = values.baseAddress else { return }
      _ = unsafe pc_fill(&cell, start, style(of: glyph), pair)
    }
  }

  private func addMarks(
    of glyph: Glyph, to text: inout (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)
  ) {
    var marks: SIMD4<UInt32> = .zero
    var count = 0
    for index in 0..<4 where GlyphWidth.isMark(glyph.marks[index]) {
      marks[count] = glyph.marks[index]
      count += 1
    }
    (text.1, text.2, text.3, text.4) = (marks[0], marks[1], marks[2], marks[3])
  }

  private func style(of glyph: Glyph) -> attr_t {
    guard !glyph.style.isEmpty else { return 0 }
    var style: attr_t = 0
    if glyph.style.contains(.bold) { style |= PC_BOLD }
    if glyph.style.contains(.dim) { style |= PC_DIM }
    if glyph.style.contains(.underline) { style |= PC_UNDERLINE }
    if glyph.style.contains(.reverse) { style |= PC_REVERSE }
    return style
  }
}

/// Character widths as ncurses computes them for the locale.
@MainActor
enum GlyphWidth {
  /// 1 or 2 character cells; 0 for marks and unprintable characters.
  static func columns(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if (0x20..<0x7F).contains(value) || (0x2500..<0x25A0).contains(value) { return 1 }
    // Control characters and everything that moves the cursor or changes text direction have none.
    return max(0, Int(pc_columns(value)))
  }

  static func isMark(_ scalar: UInt32) -> Bool {
    scalar >= 0x300 && pc_columns(scalar) == 0
  }
}
