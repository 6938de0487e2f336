import Browser
import Catalogs
import Imaging
import Testing

@MainActor
@Suite("Skipped entries in the status line")
struct PassedOverTests {
  private static let facts = " a.jpg  40x30  1.2 kB  "
  private static let reasons = "skipped: 1 special file, 2 broken links  offline"
  private static let number = "3 skipped  offline"

  private func text(columns: Int, hints: [String] = []) -> String {
    var line = StatusLine(facts: ["a.jpg", "40x30", "1.2 kB"])
    line.skipped.special = 1
    line.skipped.brokenLinks = 2
    line.trailing = ["offline"]
    line.hints = hints
    line.prefersHints = !hints.isEmpty
    var canvas = Canvas(size: CellSize(columns: columns, rows: 1))
    let form = TileForm(symbols: .quadrants, colors: .direct)
    line.draw(into: &canvas, on: form, Styles(on: form))
    return canvas.description
  }

  @Test func `the reasons for skipping are shown where they fit`() {
    let text = text(columns: 90)
    #expect(text.hasPrefix(Self.facts) && text.hasSuffix("  " + Self.reasons))
  }

  @Test(arguments: 47..<120)
  func `skipped entries never displace facts and key hints, and are never cut`(columns: Int) {
    for hints in [[], ["? keys"]] {
      let text = text(columns: columns, hints: hints)
      #expect(text.hasPrefix(Self.facts))
      #expect(text.hasSuffix("  " + Self.reasons) || text.hasSuffix("  " + Self.number))
      #expect(hints.isEmpty || columns < 56 || text.contains("? keys"))
    }
  }

  @Test func `key hints that do not fit do not displace the reasons`() {
    let text = text(columns: 90, hints: [String(repeating: "x", count: 60)])
    #expect(text.hasSuffix("  " + Self.reasons))
  }
}
