import Imaging
import Testing

@testable import Terminal

@Suite("Links on the screen")
struct LinkedCellsTests {
  private static let numbering = ColorNumbering(.direct, in: .own)

  private func canvas(_ rows: String..., style: Glyph = .blank) -> Canvas {
    var canvas = Canvas(size: CellSize(columns: 10, rows: rows.count))
    for (row, text) in rows.enumerated() {
      canvas.draw(
        DisplayText(text), at: CellPoint(column: 0, row: row), columns: 10, style: style)
    }
    return canvas
  }

  private func link(_ row: Int, _ columns: Range<Int>, _ text: String = "geo:1,2") throws -> Link {
    Link(try #require(LinkAddress(text)), row: row, columns: columns)
  }

  /// The bytes of cells as a link, or none where the address is empty.
  private func bytes(_ row: Int, _ column: Int, _ text: String, _ address: String = "geo:1,2")
    -> String
  {
    let (start, end) =
      address.isEmpty
      ? ("", "") : ("\u{1b}]8;id=photocell;\(address)\u{1b}\\", "\u{1b}]8;;\u{1b}\\")
    return "\u{1b}7\u{1b}[\(row);\(column)H\(start)\(text)\(end)\u{1b}8"
  }

  private func update(
    _ cells: inout LinkedCells, to links: [Link], in canvas: Canvas, over previous: Canvas?,
    _ numbering: ColorNumbering = numbering
  ) -> String {
    String(decoding: cells.update(to: links, in: canvas, over: previous, numbering), as: UTF8.self)
  }

  @Test func `a link is written once, and again after the screen was cleared`() throws {
    var cells = LinkedCells()
    let canvas = canvas("", "at 1, 2")
    let links = [try link(1, 3..<7)]
    #expect(update(&cells, to: links, in: canvas, over: canvas) == bytes(2, 4, "1, 2"))
    #expect(update(&cells, to: links, in: canvas, over: canvas).isEmpty)
    #expect(update(&cells, to: links, in: canvas, over: nil) == bytes(2, 4, "1, 2"))
    cells.rewrite()
    #expect(update(&cells, to: links, in: canvas, over: canvas) == bytes(2, 4, "1, 2"))
    #expect(update(&cells, to: links, in: canvas, over: canvas).isEmpty)
  }

  @Test func `the text of a link that has ended is not written over an image`() throws {
    let canvas = canvas("", "at 1, 2")
    for (image, isWritten) in [(0..<10, false), (5..<10, true), (10..<20, true)] {
      var cells = LinkedCells()
      _ = update(&cells, to: [try link(1, 3..<7)], in: canvas, over: canvas)
      let ended = cells.update(
        to: [], in: canvas, over: canvas, Self.numbering,
        besides: [Rect(column: image.lowerBound, row: 1, columns: image.count, rows: 1)])
      #expect(ended.isEmpty != isWritten)
    }
  }

  @Test func `a row that has changed anywhere has its links written again`() throws {
    var cells = LinkedCells()
    let links = [try link(1, 3..<7)]
    let before = canvas("a", "at 1, 2")
    _ = update(&cells, to: links, in: before, over: nil)
    #expect(update(&cells, to: links, in: canvas("b", "at 1, 2"), over: before).isEmpty)
    let after = canvas("a", "to 1, 2")
    #expect(update(&cells, to: links, in: after, over: before) == bytes(2, 4, "1, 2"))
  }

  @Test func `a new address is written over the same characters`() throws {
    var cells = LinkedCells()
    let canvas = canvas("1, 2")
    _ = update(&cells, to: [try link(0, 0..<4)], in: canvas, over: nil)
    let other = [try link(0, 0..<4, "geo:1,2,3")]
    #expect(update(&cells, to: other, in: canvas, over: canvas) == bytes(1, 1, "1, 2", "geo:1,2,3"))
  }

  @Test func `unchanged characters of a removed link are written without it`() throws {
    var cells = LinkedCells()
    let before = canvas("1, 2 3")
    _ = update(&cells, to: [try link(0, 0..<6)], in: before, over: nil)
    #expect(
      update(&cells, to: [], in: canvas("1x 2 z"), over: before)
        == bytes(1, 1, "1", "") + bytes(1, 3, " 2 ", ""))
    #expect(update(&cells, to: [], in: before, over: before).isEmpty)
  }

  @Test func `no link is removed from a screen that was cleared or resized`() throws {
    for previous in [nil, canvas("1, 2", "")] {
      var cells = LinkedCells()
      _ = update(&cells, to: [try link(0, 0..<4)], in: canvas("1, 2"), over: nil)
      #expect(update(&cells, to: [], in: canvas("1, 2"), over: previous).isEmpty)
    }
  }

  @Test func `a shortened link is removed from the columns it lost`() throws {
    var cells = LinkedCells()
    let canvas = canvas("1, 2")
    _ = update(&cells, to: [try link(0, 0..<4)], in: canvas, over: nil)
    #expect(
      update(&cells, to: [try link(0, 0..<2)], in: canvas, over: canvas)
        == bytes(1, 3, " 2", "") + bytes(1, 1, "1,"))
  }

  @Test func `only ASCII characters on the screen become links`() throws {
    var cells = LinkedCells()
    let links = [try link(0, -3..<99), try link(7, 0..<4), try link(-1, 0..<4)]
    #expect(
      update(&cells, to: links, in: canvas("a写b\u{A0}…1234"), over: nil)
        == bytes(1, 1, "a") + bytes(1, 4, "b") + bytes(1, 7, "1234"))
  }

  @Test(
    arguments: [
      (ColorNumbering(.direct, in: .own), "\u{1b}[0;1;38;2;255;0;0ma\u{1b}[0m"),
      (ColorNumbering(.indexed256, in: .own), "\u{1b}[0;1;38;5;196ma\u{1b}[0m"),
      (ColorNumbering(.none, in: .none), "\u{1b}[0;1ma\u{1b}[0m"),
    ])
  func `linked characters keep their colours and style`(numbering: ColorNumbering, text: String)
    throws
  {
    var cells = LinkedCells()
    let style = Glyph(" ", foreground: .rgb(RGB(255, 0, 0)), style: .bold)
    #expect(
      update(&cells, to: [try link(0, 0..<1)], in: canvas("a", style: style), over: nil, numbering)
        == bytes(1, 1, text))
  }
}
