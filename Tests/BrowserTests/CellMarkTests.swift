import ImagePipeline
import Imaging
import Photos
import Terminal
import TestSupport
import Testing

@testable import Browser

/// The caption of a cell, and what covers its image.
@MainActor
@Suite("Captions and marks of cells")
struct CellMarkTests {
  /// The six rows of one cell, the last with its caption.
  private func rows(
    columns: Int, symbols: SymbolSet = .quadrants, colors: ColorDepth = .direct,
    content: CellContent = .placeholder,
    caption: String? = "a", _ change: (inout VisibleCell) -> Void = { _ in }
  ) -> [String] {
    let size = CellSize(columns: columns, rows: 6)
    var frame = Frame(size: size)
    var cell = VisibleCell(
      frame: Rect(origin: CellPoint(column: 0, row: 0), size: size), content: content,
      caption: caption.map { Array($0.utf8) }, isSelected: false)
    change(&cell)
    GridView(
      cells: [cell], hasBadges: true,
      styles: Styles(.terminal, on: TileForm(symbols: symbols, colors: colors))
    ).draw(into: &frame)
    let canvas = symbols == .ascii ? frame.canvas.inASCII : frame.canvas
    return (0..<6).map { row in
      var text = String.UnicodeScalarView()
      text.append(contentsOf: canvas.row(row).map(\.scalar))
      return String(text)
    }
  }

  private func everything(_ cell: inout VisibleCell) {
    (cell.isMarked, cell.rating, cell.isPicked, cell.label) = (true, 3, true, "Red")
    (cell.isSharpest, cell.hasRaw, cell.frameCount, cell.isVideo) = (true, true, 4, true)
  }

  @Test(
    arguments: [
      (nil, 20, "         a          "), (1, 20, "        ★ a         "),
      (5, 20, "      ★★★★★ a       "), (-1, 20, "        ✗ a         "),
      (4, 8, "  4★ a  "), (-1, 8, "  ✗ a   "),
    ] as [(Int?, Int, String)])
  func `stars precede the name, in a small cell as a number`(
    rating: Int?, columns: Int, text: String
  ) {
    #expect(rows(columns: columns) { $0.rating = rating }[5] == text)
  }

  @Test(
    arguments: [
      (3, 20, "       *** a        "), (-1, 20, "        x a         "), (2, 8, "  2* a  "),
    ] as [(Int, Int, String)])
  func `without Unicode stars and rejections are ASCII characters`(
    rating: Int, columns: Int, text: String
  ) {
    #expect(rows(columns: columns, symbols: .ascii) { $0.rating = rating }[5] == text)
  }

  @Test(arguments: [
    (30, "film.mp4", "film.mp4 ▶ 1:02:05"), (16, "film.mp4", "film ▶ 1:02:05"),
    (12, "film.mp4", "film.mp4 ▶"),
  ])
  func `a video shows its length where there is room`(columns: Int, name: String, text: String) {
    let tile = LoadedTile(picturing: ImageRequest("a"), moves: true, duration: 3_724_600)
    #expect(
      rows(columns: columns, content: .picture(tile), caption: name)[5]
        .drop { $0 == " " }.hasPrefix(text))
  }

  @Test(
    arguments: [
      (44, "img-0001.jpg", "✓ ★★★ img-0001.jpg ⚑ ◎ ● 4 frames R+J ▶"),
      (36, "img-0001.jpg", "✓ ★★★ img-0001 ⚑ ◎ ● 4 frames R+J ▶"),
      (32, "img-0001.jpg", "✓ ★★★ img…001 ⚑ ◎ ● 4 frames R+J"),
      (20, "img-0001.jpg", "✓ ★★★ img…01 ⚑ ◎ ● 4"),
      (14, "img-0001.jpg", "✓ 3★ img…001 ⚑"), (10, "img-0001.jpg", "✓ 3★ i…1 ⚑"),
      (6, "img-0001.jpg", "✓ 3★ …"), (44, "a", "✓ ★★★ a ⚑ ◎ ● 4 frames R+J ▶"),
    ] as [(Int, String, String)])
  func `the least important parts of a caption are dropped for the name`(
    columns: Int, name: String, text: String
  ) {
    let row = rows(columns: columns, caption: name, everything)[5]
    #expect(row.split(separator: " ").joined(separator: " ") == text)
  }

  @Test func `without captions marks and ratings are at the lower right of the image`() {
    let row = rows(columns: 30, caption: nil, everything)[5]
    #expect(row.hasSuffix("✓ ★★★  ⚑ ◎ ● 4 frames R+J ▶"))
  }

  @Test(arguments: [("Green", "●"), ("purple", "●"), ("Wichtig", "◆"), ("", "◆")])
  func `a known label is a dot or its name, an unknown label a diamond`(
    label: String, sign: String
  ) {
    #expect(rows(columns: 20) { $0.label = label }[5].contains("a \(sign)"))
    let word = sign == "●" ? label.lowercased() : sign
    #expect(rows(columns: 20, colors: .none) { $0.label = label }[5].contains("a \(word)"))
  }

  @Test func `the caption of a truncated file contains truncated if that fits`() {
    let torn = CellContent.picture(
      LoadedTile(picturing: ImageRequest("a"), isComplete: false))
    #expect(rows(columns: 14, content: torn)[5].contains("a truncated"))
    #expect(rows(columns: 24, content: torn) { $0.rating = 2 }[5].contains("★★ a truncated"))
    #expect(!rows(columns: 8, content: torn) { $0.rating = 2 }[5].contains("t"))
  }

  @Test func `only the origin badge covers the image`() {
    let loaded = LoadedTile(picturing: ImageRequest("a"))
    let whole = OriginBadge(provenance: loaded.provenance).text(fitting: 100)
    let bare = rows(columns: 40, content: .picture(loaded))
    let all = rows(columns: 40, content: .picture(loaded), everything)
    #expect(bare[0].hasPrefix(whole) && Array(bare[..<5]) == Array(all[..<5]))
  }
}
