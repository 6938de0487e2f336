import Imaging
import Terminal
import Testing

@Suite("SGRWriter")
struct SGRWriterTests {
  private func text(_ glyphs: [Glyph], colors: ColorDepth = .direct) -> String {
    var canvas = Canvas(size: CellSize(columns: glyphs.count, rows: 1))
    for (column, glyph) in glyphs.enumerated() { canvas[column, 0] = glyph }
    return String(decoding: SGRWriter.bytes(of: canvas, colors: colors), as: UTF8.self)
  }

  @Test(
    arguments: [
      ([Glyph("a"), Glyph("b")], "ab\n"),
      ([Glyph("a"), .blank, .blank], "a\n"),
      ([Glyph("a", foreground: .rgb(RGB(1, 2, 3)))], "\u{1B}[38;2;1;2;3ma\u{1B}[39m\n"),
      ([Glyph(" ", background: .rgb(RGB(0, 0, 7)))], "\u{1B}[48;2;0;0;7m \u{1B}[49m\n"),
      ([Glyph("a", foreground: .palette(1))], "\u{1B}[31ma\u{1B}[39m\n"),
      ([Glyph("a", background: .palette(9))], "\u{1B}[101ma\u{1B}[49m\n"),
      ([Glyph("a", foreground: .palette(200))], "\u{1B}[38;5;200ma\u{1B}[39m\n"),
      (
        [Glyph("a", foreground: .palette(2)), Glyph("b", foreground: .palette(2))],
        "\u{1B}[32mab\u{1B}[39m\n"
      ),
      (
        [Glyph("a", foreground: .palette(2), style: .bold), Glyph("b", foreground: .palette(2))],
        "\u{1B}[0;1;32ma\u{1B}[0;32mb\u{1B}[39m\n"
      ),
      ([Glyph("e", marks: [0x301, 0, 0, 0])], "e\u{301}\n"),
      ([Glyph("写"), .continuation(of: Glyph("写")), Glyph("x")], "写x\n"),
    ] as [([Glyph], String)])
  func `a row is written with the fewest sequences and ends with default attributes`(
    glyphs: [Glyph], expected: String
  ) {
    #expect(text(glyphs) == expected)
  }

  @Test func `without colours only the characters are written`() {
    let glyph = Glyph("a", foreground: .palette(9), background: .rgb(RGB(1, 2, 3)), style: .bold)
    #expect(text([glyph], colors: .none) == "a\n")
  }
}
