import Imaging
import Testing

@testable import Terminal

@Suite("The difference of two rows")
struct FrameLineTests {
  /// A row in which a CJK character takes two cells and `_` is a blank.
  private func row(_ text: String) -> ArraySlice<Glyph> {
    var glyphs: [Glyph] = []
    for scalar in text.unicodeScalars {
      let glyph = Glyph(scalar == "_" ? " " : scalar)
      glyphs.append(glyph)
      if scalar.value >= 0x3000 { glyphs.append(.continuation(of: glyph)) }
    }
    return glyphs[...]
  }

  private func runs(_ old: String?, _ new: String) -> [Range<Int>] {
    let line = FrameLine(new: row(new), old: old.map(row), columns: row(new).count)
    var runs: [Range<Int>] = []
    var column = 0
    while let run = line.nextRun(from: column) {
      runs.append(run)
      column = run.upperBound
    }
    return runs
  }

  @Test(arguments: [
    ("abcdef", "abcdef", [Range<Int>]()),
    ("abcdef", "Xbcdef", [0..<1]),
    ("abcdef", "abXYeZ", [2..<4, 5..<6]),
    ("abcdef", "写cdef", [0..<2]),
    ("写cdef", "abcdef", [0..<2]),
    ("a写def", "写cdef", [0..<3]),
    ("写真ef", "写写ef", [2..<4]),
  ])
  func `runs have only changed cells and cut no wide character`(
    old: String, new: String, expected: [Range<Int>]
  ) {
    #expect(runs(old, new) == expected)
  }

  @Test func `an unknown row is one run`() {
    #expect(runs(nil, "ab写") == [0..<4])
  }

  @Test func `a wide character of which only the right half changed is written whole`() {
    var changed = row("写")
    changed[1].style = .bold
    let line = FrameLine(new: changed, old: row("写"), columns: 2)
    #expect(line.nextRun(from: 0) == 0..<2)
  }

  @Test func `a wide character cut by the edge of the screen has one column`() {
    let line = FrameLine(new: row("a写"), old: nil, columns: 2)
    #expect(line.width(at: 1) == 1)
    #expect(FrameLine(new: row("a写"), old: nil, columns: 3).width(at: 1) == 2)
  }
}
