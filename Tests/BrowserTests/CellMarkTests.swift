import ImagePipeline
import Imaging
import Photos
import Terminal
import TestSupport
import Testing

@testable import Browser

/// What stands on the picture of a cell: each mark in a place of its own.
@MainActor
@Suite("Marks on cells")
struct CellMarkTests {
  /// The rows of the picture of one cell, from the fourth on.
  private func rows(
    _ rating: Int?, columns: Int, symbols: SymbolSet = .quadrants,
    content: CellContent = .placeholder
  ) -> [String] {
    Array(
      allRows(columns: columns, symbols: symbols, content: content, rating: rating)[3...])
  }

  /// The rows of the picture of one cell.
  private func allRows(
    columns: Int, symbols: SymbolSet = .quadrants, content: CellContent, rating: Int? = nil,
    isMarked: Bool = false
  ) -> [String] {
    let size = CellSize(columns: columns, rows: 6)
    var frame = Frame(size: size)
    var cell = VisibleCell(
      frame: Rect(origin: CellPoint(column: 0, row: 0), size: size), content: content,
      caption: Array("a".utf8), isSelected: false)
    (cell.isMarked, cell.rating) = (isMarked, rating)
    GridView(
      cells: [cell], hasBadges: true,
      styles: Styles(on: TileForm(symbols: symbols, colors: .direct))
    ).draw(into: &frame)
    let canvas = symbols == .ascii ? frame.canvas.inASCII : frame.canvas
    return (0..<5).map { row in
      var text = String.UnicodeScalarView()
      text.append(contentsOf: canvas.row(row).map(\.scalar))
      return String(text)
    }
  }

  @Test(
    arguments: [
      (nil, 14, "└────────────┘"), (1, 14, "└────────── ★ "), (5, 14, "└────── ★★★★★ "),
      (-1, 14, "└────────── ✗ "), (4, 8, "└─────4★"), (-1, 8, "└──────✗"),
    ] as [(Int?, Int, String)])
  func `stars stand at the lower right, and in a small cell their number`(
    rating: Int?, columns: Int, text: String
  ) {
    #expect(rows(rating, columns: columns)[1] == text)
  }

  @Test(
    arguments: [
      (3, 14, "+-------- *** "), (-1, 14, "+---------- x "), (2, 8, "+-----2*"),
      (-1, 8, "+------x"),
    ] as [(Int, Int, String)])
  func `without Unicode they are told as well`(rating: Int, columns: Int, text: String) {
    #expect(rows(rating, columns: columns, symbols: .ascii)[1] == text)
  }

  @Test func `they keep their place where something is missing of the picture`() {
    let torn = CellContent.picture(
      LoadedTile(picturing: ImageRequest("a"), isComplete: false))
    #expect(rows(nil, columns: 14, content: torn)[1].hasSuffix("truncated"))
    let rated = rows(2, columns: 14, content: torn)
    #expect(rated[0].hasSuffix("truncated") && rated[1].hasSuffix(" ★★ "))
  }

  @Test func `a badge is said in fewer words where a tick stands beside it`() {
    let loaded = LoadedTile(picturing: ImageRequest("a"))
    let badge = OriginBadge(provenance: loaded.provenance)
    let whole = badge.text(fitting: 100)
    let columns = whole.count + 1
    let shorter = badge.text(fitting: columns - 3)
    let rows = [false, true].map {
      allRows(columns: columns, content: .picture(loaded), isMarked: $0)[0]
    }
    #expect(rows[0].hasPrefix(whole) && shorter.count < whole.count)
    #expect(rows[1].hasPrefix(shorter) && rows[1].hasSuffix(" ✓ ") && !rows[1].hasPrefix(whole))
  }
}
