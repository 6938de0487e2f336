import Imaging

/// The colours and styles of everything but pictures, from the terminal's own palette.
enum Theme {
  static let name = Glyph.blank
  static let selectedName = Glyph(" ", style: [.bold, .reverse])
  static let placeholder = Glyph("·", style: .dim)
  static let progress = Glyph(" ", style: .dim)
  static let failure = Glyph(" ", foreground: .palette(9))
  static let truncation = mark(.palette(9))
  static let video = mark(.palette(14))
  static let tick = mark(.palette(13))
  static let memoryBadge = mark(.palette(10))
  static let loadBadge = mark(.palette(11))
  static let quiet = Glyph(" ", style: .dim)
  static let navigator = Glyph("·", style: .dim)
  static let navigatorView = Glyph(" ", style: .reverse)
  static let emptyBar = Glyph("·", style: .dim)
  static let key = Glyph(" ", style: .bold)
  static let heading = Glyph(" ", style: [.bold, .underline])
  static let group = Glyph(" ", style: .bold)

  /// The mark beside a selected cell: bright on a dark background, dark on a light one.
  static func selectionBar(_ scalar: Unicode.Scalar, on background: RGB) -> Glyph {
    Glyph(scalar, foreground: .palette(background.isLight ? 4 : 11), style: .bold)
  }

  /// The last line of the screen: a quiet band, since the photos are to be the brightest.
  static func status(on form: TileForm) -> Glyph {
    switch form.colors {
    case .none: Glyph(" ", style: .reverse)
    case .ansi16: Glyph(" ", foreground: .palette(15), background: .palette(8))
    case .indexed256, .direct:
      form.background.isLight
        ? Glyph(" ", foreground: .palette(236), background: .palette(253))
        : Glyph(" ", foreground: .palette(252), background: .palette(236))
    }
  }

  /// The keys in the last line, less than what it says.
  static func hint(on form: TileForm) -> Glyph {
    var glyph = status(on: form)
    switch form.colors {
    case .none, .ansi16: break
    case .indexed256, .direct: glyph.foreground = .palette(form.background.isLight ? 241 : 246)
    }
    return glyph
  }

  /// What is wrong with a line that is typed.
  static func problem(on form: TileForm) -> Glyph {
    var glyph = status(on: form)
    glyph.style.insert(.underline)
    if form.colors != .none { glyph.foreground = .palette(form.background.isLight ? 1 : 9) }
    return glyph
  }

  /// A character under the cursor.
  static func cursor(over glyph: Glyph) -> Glyph {
    var glyph = glyph
    glyph.style.formSymmetricDifference(.reverse)
    return glyph
  }

  /// Black on a colour, on dark and light terminals alike; without colours it is reversed.
  private static func mark(_ color: Color) -> Glyph {
    Glyph(" ", foreground: color, background: .palette(0), style: .reverse)
  }

  /// A part of a bar or a curve.
  static func bar(_ scalar: Unicode.Scalar) -> Glyph {
    Glyph(scalar, foreground: .palette(10))
  }

  /// A part of a line around or inside a panel.
  static func border(_ scalar: Unicode.Scalar) -> Glyph {
    Glyph(scalar, style: .dim)
  }
}

extension Canvas {
  /// Draws a dim line just inside a rectangle.
  mutating func drawBorder(around rect: Rect) {
    let (left, right) = (rect.columns.lowerBound, rect.columns.upperBound - 1)
    let (top, bottom) = (rect.rows.lowerBound, rect.rows.upperBound - 1)
    for row in [top, bottom] {
      fill(
        Rect(column: left, row: row, columns: rect.size.columns, rows: 1), with: Theme.border("─"))
    }
    for column in [left, right] {
      fill(
        Rect(column: column, row: top, columns: 1, rows: rect.size.rows), with: Theme.border("│"))
    }
    let corners: [(Unicode.Scalar, Int, Int)] = [
      ("┌", left, top), ("┐", right, top), ("└", left, bottom), ("┘", right, bottom),
    ]
    for (corner, column, row) in corners {
      fill(Rect(column: column, row: row, columns: 1, rows: 1), with: Theme.border(corner))
    }
  }
}
