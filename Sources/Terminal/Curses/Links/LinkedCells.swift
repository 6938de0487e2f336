import Imaging

/// ncurses may rewrite cells of a changed row without links, so these are written after it.
struct LinkedCells {
  private var shown: [Link] = []
  private var isHarmed = false

  mutating func rewrite() {
    isHarmed = true
  }

  /// `previous` is the terminal's content; nil if it was cleared.
  mutating func update(
    to links: [Link], in canvas: Canvas, over previous: Canvas?, _ numbering: ColorNumbering,
    besides images: [Rect] = []
  ) -> [UInt8] {
    guard !links.isEmpty || !shown.isEmpty else { return [] }
    let previous = previous?.size == canvas.size ? previous : nil
    let writer = CellWriter(canvas: canvas, numbering: numbering)
    var bytes: [UInt8] = []
    if let previous {
      for link in shown where !links.contains(link) {
        bytes += writer.bytes(of: link.row, link.columns) { column in
          canvas[column, link.row] == previous[column, link.row]
            && !links.contains { $0.row == link.row && $0.columns.contains(column) }
            && !images.contains { $0.contains(CellPoint(column: column, row: link.row)) }
        }
      }
    }
    for link in links {
      let isThere = !isHarmed && shown.contains(link)
      if isThere, let previous, canvas.bounds.rows.contains(link.row),
        canvas.row(link.row) == previous.row(link.row)
      {
        continue
      }
      bytes += writer.bytes(of: link.row, link.columns, leadingTo: link.address)
    }
    shown = links
    isHarmed = false
    return bytes
  }
}

private struct CellWriter {
  let canvas: Canvas
  let numbering: ColorNumbering

  /// Other than ASCII cells may be wide or stand for images.
  func bytes(
    of row: Int, _ columns: Range<Int>, leadingTo address: LinkAddress? = nil,
    where isWanted: (Int) -> Bool = { _ in true }
  ) -> [UInt8] {
    guard (0..<canvas.size.rows).contains(row) else { return [] }
    var runs: [Range<Int>] = []
    for column in columns.clamped(to: 0..<canvas.size.columns)
    where canvas[column, row].isASCII && isWanted(column) {
      if let last = runs.last, last.upperBound == column {
        runs[runs.count - 1] = last.lowerBound..<column + 1
      } else {
        runs.append(column..<column + 1)
      }
    }
    return runs.flatMap { run in
      let text = SGRWriter.bytes(of: run.map { canvas[$0, row].shown(by: numbering) }[...])
      return CursorMove.around(
        address.map { Hyperlink.start($0) + text + Hyperlink.end } ?? text,
        at: CellPoint(column: run.lowerBound, row: row))
    }
  }
}

extension Glyph {
  fileprivate var isASCII: Bool { (0x20...0x7E).contains(scalar.value) && marks == .zero }

  fileprivate func shown(by numbering: ColorNumbering) -> Glyph {
    var glyph = self
    glyph.foreground = numbering.shown(for: foreground)
    glyph.background = numbering.shown(for: background)
    return glyph
  }
}

/// OSC 8.
enum Hyperlink {
  static let end = Array("\u{1b}]8;;\u{1b}\\".utf8)

  /// The common ID makes lines of one address a single link.
  static func start(_ address: LinkAddress) -> [UInt8] {
    Array("\u{1b}]8;id=photocell;\(address.text)\u{1b}\\".utf8)
  }
}
