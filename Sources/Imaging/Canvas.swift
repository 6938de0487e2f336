/// A screen or a part of it: rows of glyphs; drawing outside is clipped.
package struct Canvas: Hashable, Sendable, CustomStringConvertible {
  package let size: CellSize
  package private(set) var glyphs: [Glyph]

  package init(size: CellSize, filledWith glyph: Glyph = .blank) {
    self.size = CellSize(columns: max(0, size.columns), rows: max(0, size.rows))
    glyphs = Array(repeating: glyph, count: size.area)
  }

  package var bounds: Rect { Rect(origin: CellPoint(column: 0, row: 0), size: size) }

  package subscript(column: Int, row: Int) -> Glyph {
    get { glyphs[row * size.columns + column] }
    set { glyphs[row * size.columns + column] = newValue }
  }

  package func row(_ row: Int) -> ArraySlice<Glyph> {
    glyphs[row * size.columns..<(row + 1) * size.columns]
  }

  package mutating func fill(_ rect: Rect, with glyph: Glyph) {
    let visible = rect.intersection(bounds)
    for row in visible.rows {
      for column in visible.columns { self[column, row] = glyph }
    }
  }

  package mutating func restyle(_ rect: Rect, _ change: (inout Glyph) -> Void) {
    let visible = rect.intersection(bounds)
    for row in visible.rows {
      for column in visible.columns { change(&self[column, row]) }
    }
  }

  /// Copies a canvas to a position, clipped to this canvas and optionally to `room`.
  package mutating func draw(_ picture: Canvas, at origin: CellPoint, within room: Rect? = nil) {
    let target = Rect(origin: origin, size: picture.size)
    let visible = target.intersection(room?.intersection(bounds) ?? bounds)
    guard visible.size.columns > 0 else { return }
    for row in visible.rows {
      let source = (row - origin.row) * picture.size.columns + visible.origin.column - origin.column
      let place = row * size.columns + visible.origin.column
      glyphs.replaceSubrange(
        place..<place + visible.size.columns,
        with: picture.glyphs[source..<source + visible.size.columns])
    }
  }

  /// Scales to another size by repeating or skipping glyphs, as a preview.
  package func stretched(to target: CellSize) -> Canvas {
    var stretched = Canvas(size: target)
    guard size.area > 0 else { return stretched }
    for row in 0..<stretched.size.rows {
      let line = self.row(row * size.rows / stretched.size.rows)
      for column in 0..<stretched.size.columns {
        let source = column * size.columns / stretched.size.columns
        stretched[column, row] = line[line.startIndex + source]
      }
    }
    return stretched
  }

  /// The mean RGB color, otherwise the most frequent palette entry; nil without colors.
  package var meanColor: Color? {
    var (sum, count) = (SIMD3<Int>.zero, 0)
    var entries = [Int](repeating: 0, count: 256)
    for glyph in glyphs {
      for color in [glyph.foreground, glyph.background] {
        switch color.kind {
        case .rgb(let color):
          sum &+= SIMD3(Int(color.red), Int(color.green), Int(color.blue))
          count += 1
        case .palette(let entry): entries[Int(entry)] += 1
        case .standard: break
        }
      }
    }
    if count > 0 {
      return .rgb(RGB(UInt8(sum.x / count), UInt8(sum.y / count), UInt8(sum.z / count)))
    }
    let entry = entries.indices.max { entries[$0] < entries[$1] } ?? 0
    return entries[entry] > 0 ? .palette(UInt8(entry)) : nil
  }

  /// The characters without trailing blanks, one line per row.
  package var description: String { (0..<size.rows).map(text(ofRow:)).joined(separator: "\n") }

  private func text(ofRow row: Int) -> String {
    var line = String.UnicodeScalarView()
    for glyph in self.row(row) where !glyph.isContinuation {
      line.append(glyph.scalar)
      for index in 0..<4 where glyph.marks[index] != 0 {
        if let mark = Unicode.Scalar(glyph.marks[index]) { line.append(mark) }
      }
    }
    while line.last == " " { line.removeLast() }
    return String(line)
  }
}
