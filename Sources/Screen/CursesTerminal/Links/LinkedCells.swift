import Imaging
import Terminal

/// The links on the screen: characters that ncurses has written are written once more, as parts of one.
///
/// What ncurses writes is no link. It may write any cell of a row in which something has changed, since
/// that can be shorter than to move the cursor across: then the row's links are written again.
nonisolated struct LinkedCells {
  /// What stands on the screen.
  private var shown: [Link] = []
  /// Whether ncurses may have written over all of that.
  private var isHarmed = false

  /// Hears that ncurses writes every cell once more.
  mutating func rewrite() {
    isHarmed = true
  }

  /// Goes on to the links of another frame.
  /// - Parameters:
  ///   - links: The links that are to be there.
  ///   - canvas: The characters as they are on the terminal when these bytes come.
  ///   - previous: The characters that were there; nil where the screen has been cleared since.
  ///   - numbering: The colours in use.
  /// - Returns: What makes cells links, and what makes cells none that were; empty where all is as it was.
  mutating func update(
    to links: [Link], in canvas: Canvas, over previous: Canvas?, _ numbering: ColorNumbering
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
        }
      }
    }
    for link in links {
      let isThere = !isHarmed && shown.contains(link)
      if isThere, let previous, link.isOn(canvas), canvas.row(link.row) == previous.row(link.row) {
        continue
      }
      bytes += writer.bytes(of: link.row, link.columns, leadingTo: link.address)
    }
    shown = links
    isHarmed = false
    return bytes
  }
}

/// Writes cells once more, without ncurses.
nonisolated private struct CellWriter {
  let canvas: Canvas
  let numbering: ColorNumbering

  /// Writes those of some columns of a row that are wanted, and have a character of ASCII: others may
  /// take more cells than one, and stand for pictures.
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

extension Link {
  nonisolated fileprivate func isOn(_ canvas: Canvas) -> Bool {
    (0..<canvas.size.rows).contains(row)
  }
}

extension Glyph {
  nonisolated fileprivate var isASCII: Bool {
    (0x20...0x7E).contains(scalar.value) && marks == .zero
  }

  nonisolated fileprivate func shown(by numbering: ColorNumbering) -> Glyph {
    var glyph = self
    glyph.foreground = numbering.shown(for: foreground)
    glyph.background = numbering.shown(for: background)
    return glyph
  }
}

/// The bytes of links (OSC 8), which ncurses does not know of.
nonisolated enum Hyperlink {
  /// What ends a link.
  static let end = Array("\u{1b}]8;;\u{1b}\\".utf8)

  /// What begins a link; those of one address are one, on however many rows they stand.
  static func start(_ address: LinkAddress) -> [UInt8] {
    Array("\u{1b}]8;id=photocell;\(address.text)\u{1b}\\".utf8)
  }
}
