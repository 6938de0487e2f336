package import Imaging

/// Writes a canvas as lines with SGR sequences (ECMA-48, 8.3.117), for output that is not a screen.
package struct SGRWriter: Sendable {
  private var bytes: [UInt8] = []
  private var current = Glyph.blank
  private let hasColors: Bool

  /// One line per row without trailing blanks, ending in the default style; UTF-8.
  ///
  /// Without colors, only the characters are written.
  package static func bytes(of canvas: Canvas, colors: ColorDepth) -> [UInt8] {
    var writer = SGRWriter(hasColors: colors != .none)
    for row in 0..<canvas.size.rows { writer.write(canvas.row(row)) }
    return writer.bytes
  }

  /// The rows one by one, without line ends.
  static func lines(of canvas: Canvas, colors: ColorDepth) -> [[UInt8]] {
    (0..<canvas.size.rows).map { row in
      var writer = SGRWriter(hasColors: colors != .none)
      writer.write(cells: canvas.row(row))
      return writer.bytes
    }
  }

  /// The cells in full color, starting and ending in the default style.
  package static func bytes(of cells: ArraySlice<Glyph>) -> [UInt8] {
    var writer = SGRWriter(hasColors: true)
    writer.write(cells: cells)
    return writer.bytes
  }

  private mutating func write(_ row: ArraySlice<Glyph>) {
    let end = row.lastIndex { $0 != .blank }.map { $0 + 1 } ?? row.startIndex
    write(cells: row[..<end])
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func write(cells: ArraySlice<Glyph>) {
    for glyph in cells where !glyph.isContinuation {
      adopt(glyph)
      write(glyph.scalar)
      for index in 0..<4 where glyph.marks[index] != 0 {
        if let mark = Unicode.Scalar(glyph.marks[index]) { write(mark) }
      }
    }
    adopt(.blank)
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  private mutating func adopt(_ glyph: Glyph) {
    guard hasColors else { return }
    let start = bytes.count
    bytes.append(0x1B)
    if glyph.style != current.style {
      add(0)
      for (style, code) in Self.codes where glyph.style.contains(style) { add(code) }
      current = .blank
    }
    if glyph.foreground != current.foreground { add(glyph.foreground, base: 30) }
    if glyph.background != current.background { add(glyph.background, base: 40) }
    current = glyph
    guard bytes.count > start + 1 else {
      bytes.removeLast()
      return
    }
    // In place of the first semicolon.
    bytes[start + 1] = UInt8(ascii: "[")
    bytes.append(UInt8(ascii: "m"))
  }

  private static let codes: [(GlyphStyle, Int)] = [
    (.bold, 1), (.dim, 2), (.underline, 4), (.reverse, 7),
  ]

  /// `base` is 30 for the foreground and 40 for the background.
  private mutating func add(_ color: Color, base: Int) {
    switch color.kind {
    case .standard: add(base + 9)
    case .palette(let index) where index < 8: add(base + Int(index))
    case .palette(let index) where index < 16: add(base + 52 + Int(index))
    case .palette(let index): add(base + 8, 5, Int(index))
    case .rgb(let rgb): add(base + 8, 2, Int(rgb.red), Int(rgb.green), Int(rgb.blue))
    }
  }

  private mutating func add(_ parameters: Int...) {
    for parameter in parameters {
      bytes.append(UInt8(ascii: ";"))
      bytes.append(contentsOf: String(parameter).utf8)
    }
  }
}
