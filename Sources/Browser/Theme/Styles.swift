package import Imaging
import Terminal

nonisolated package struct Styles: Sendable {
  private var glyphs: [Theme.Part: Glyph]
  private let cursor: TextStyle
  private let colors: ColorDepth
  /// The color of the border on the selected image. Nil unless plain pixels are cheap, as
  /// each selected image is sent again with its border.
  let imageBorder: RGB?
  /// The size of a character cell where plain pixels are cheap; else nil.
  let pixelCell: PixelSize?

  /// Nearer backgrounds, as squared distances, cannot be told from that of the terminal.
  private static let minDistance = 3 * 8 * 8

  /// Parts drawn over the status line, whose style is their base.
  private static let overStatus: [Theme.Part] = [.hint, .success, .warning, .problem]

  package init(_ theme: Theme = .calm, on form: TileForm) {
    colors = form.colors
    cursor = theme.style(of: .cursor, on: form)
    pixelCell =
      if case .pixels(let pixels) = form, pixels.detail == .full, pixels.encoding == .rgb {
        pixels.cell
      } else { nil }
    imageBorder = pixelCell == nil ? nil : theme.style(of: .selection, on: form).foreground?.rgb
    let status = Glyph.blank.wearing(theme.style(of: .status, on: form), colors: form.colors)
    let glyphs = Theme.Part.allCases.map { part in
      let base = Self.overStatus.contains(part) ? status : .blank
      return (part, base.wearing(theme.style(of: part, on: form), colors: form.colors))
    }
    self.glyphs = Dictionary(uniqueKeysWithValues: glyphs)
    guard form.colors == .direct else { return }
    let ground = form.background
    for (part, glyph) in self.glyphs {
      guard let own = glyph.background.rgb, own.squaredDistance(to: ground) < Self.minDistance
      else { continue }
      self.glyphs[part]?.background = ColorDepth.indexed256.nearest(to: ground.raised)
    }
  }

  package subscript(part: Theme.Part) -> Glyph { glyphs[part] ?? .blank }

  package subscript(part: Theme.Part, scalar: Unicode.Scalar) -> Glyph {
    var glyph = self[part]
    glyph.scalar = scalar
    return glyph
  }

  /// The styles with the background of a part, unless they have their own.
  func over(_ part: Theme.Part) -> Styles {
    var styles = self
    let background = self[part].background
    styles.glyphs = glyphs.mapValues { glyph in
      var glyph = glyph
      if glyph.background == .standard { glyph.background = background }
      return glyph
    }
    return styles
  }

  /// Reversing a reversed glyph would make the cursor invisible.
  package func cursor(over glyph: Glyph) -> Glyph {
    var under = glyph.wearing(cursor, colors: colors)
    let reverses = Glyph.blank.wearing(cursor, colors: colors).style.contains(.reverse)
    if reverses, glyph.style.contains(.reverse) { under.style.remove(.reverse) }
    return under
  }
}

nonisolated extension Glyph {
  /// In the nearest colors; without colors, a background becomes reverse video.
  fileprivate func wearing(_ style: TextStyle, colors: ColorDepth) -> Glyph {
    var glyph = self
    glyph.style.formUnion(style.style)
    guard colors != .none else {
      if let background = style.background, background != .standard { glyph.style.insert(.reverse) }
      return glyph
    }
    if let color = style.foreground { glyph.foreground = colors.shown(for: color) }
    if let color = style.background { glyph.background = colors.shown(for: color) }
    return glyph
  }
}

nonisolated extension Canvas {
  /// Draws a border around the whole canvas, with a title.
  package mutating func drawFrame(
    titled title: String, _ styles: Styles, border: Theme.Part = .border
  ) {
    drawBorder(around: bounds, styles[border])
    let title = DisplayText(" \(title) ")
    draw(title, column: 2, row: 0, columns: size.columns - 4, style: styles[.key])
  }

  /// Draws only the part within `room`.
  package mutating func drawBorder(
    around rect: Rect, _ style: Glyph, isHeavy: Bool = false, within room: Rect? = nil
  ) {
    let (left, right) = (rect.columns.lowerBound, rect.columns.upperBound - 1)
    let (top, bottom) = (rect.rows.lowerBound, rect.rows.upperBound - 1)
    let parts = [
      Rect(column: left, row: top, columns: rect.size.columns, rows: 1),
      Rect(column: left, row: bottom, columns: rect.size.columns, rows: 1),
      Rect(column: left, row: top, columns: 1, rows: rect.size.rows),
      Rect(column: right, row: top, columns: 1, rows: rect.size.rows),
      Rect(column: left, row: top, columns: 1, rows: 1),
      Rect(column: right, row: top, columns: 1, rows: 1),
      Rect(column: left, row: bottom, columns: 1, rows: 1),
      Rect(column: right, row: bottom, columns: 1, rows: 1),
    ]
    for (part, scalar) in zip(parts, (isHeavy ? "━━┃┃┏┓┗┛" : "──││╭╮╰╯").unicodeScalars) {
      var glyph = style
      glyph.scalar = scalar
      fill(room.map(part.intersection) ?? part, with: glyph)
    }
  }
}

extension Rect {
  /// The rows of `count` centred lines, clipped to the area.
  func centredRows(_ count: Int) -> Range<Int> {
    centred(CellSize(columns: size.columns, rows: min(count, size.rows))).rows
  }
}
