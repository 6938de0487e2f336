/// A screen, or a part of one, as a value: rows of glyphs.
///
/// Drawing outside is clipped, never an error, so that a view needs no arithmetic for small screens.
package struct Canvas: Hashable, Sendable {
  /// The size in character cells.
  package let size: CellSize
  /// The glyphs, row by row, `size.columns` to a row.
  package private(set) var glyphs: [Glyph]

  /// Makes a canvas of one glyph everywhere; a negative side counts as zero.
  package init(size: CellSize, filledWith glyph: Glyph = .blank) {
    self.size = CellSize(columns: max(0, size.columns), rows: max(0, size.rows))
    glyphs = Array(repeating: glyph, count: size.area)
  }

  /// The whole canvas as a rectangle.
  package var bounds: Rect { Rect(origin: CellPoint(column: 0, row: 0), size: size) }

  /// The glyph at a place, which must lie inside.
  package subscript(column: Int, row: Int) -> Glyph {
    get { glyphs[row * size.columns + column] }
    set { glyphs[row * size.columns + column] = newValue }
  }

  /// The glyphs of one row.
  package func row(_ row: Int) -> ArraySlice<Glyph> {
    glyphs[row * size.columns..<(row + 1) * size.columns]
  }

  /// Puts one glyph in every cell of a rectangle.
  package mutating func fill(_ rect: Rect, with glyph: Glyph) {
    let visible = rect.intersection(bounds)
    for row in visible.rows {
      for column in visible.columns {
        self[column, row] = glyph
      }
    }
  }

  /// Changes the glyphs of a rectangle where they stand.
  package mutating func restyle(_ rect: Rect, _ change: (inout Glyph) -> Void) {
    let visible = rect.intersection(bounds)
    for row in visible.rows {
      for column in visible.columns {
        change(&self[column, row])
      }
    }
  }

  /// Copies a picture so that its top left lies at a place; what does not fit, or lies outside a room, is
  /// cut off.
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
}

extension Canvas {
  /// The same glyphs on a canvas of another size, repeated or left out: a rough look at a picture
  /// until it has been drawn for that size.
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
}

extension Canvas {
  /// The colour that the whole looks like from afar: the mean of its exact colours, or else the entry of
  /// the palette that it has most of; nil where it has no colours.
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
}

extension Canvas: CustomStringConvertible {
  /// The characters alone, a line a row, without trailing blanks: what a reader of the screen sees.
  package var description: String {
    (0..<size.rows).map(text(ofRow:)).joined(separator: "\n")
  }

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
