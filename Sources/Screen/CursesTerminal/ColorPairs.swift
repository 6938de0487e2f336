import CNcurses
import Imaging

/// The colour pairs that ncurses knows, filled as frames ask for them.
///
/// A pair is always a fresh one, counted up from 1: changing a used pair makes ncurses search the
/// whole screen. When the budget is used up everything starts again.
struct ColorPairs {
  private let numbering: ColorNumbering
  private let limit: Int
  private var table: ColorPairTable
  private var last: (foreground: Color, background: Color, number: Int32)

  /// Makes pairs for a colour numbering, as many as ncurses can hold.
  init(numbering: ColorNumbering, limit: Int) {
    self.numbering = numbering
    self.limit = limit
    table = ColorPairTable(budget: min(limit, Self.usualBudget))
    last = (.standard, .standard, 0)
  }

  /// Some screens full of pairs; each takes about 50 bytes in ncurses.
  private static let usualBudget = 50_000

  /// Lets a frame have as many pairs as it has cells, however large the screen is.
  mutating func allow(cells: Int) {
    table.budget = min(limit, max(Self.usualBudget, cells))
  }

  /// The number of a glyph's pair; nil when the budget is used up.
  mutating func number(of glyph: Glyph) -> Int32? {
    // Neighbours often have the same colours.
    if glyph.foreground == last.foreground && glyph.background == last.background {
      return last.number
    }
    let foreground = numbering.number(of: glyph.foreground)
    let background = numbering.number(of: glyph.background)
    let number: Int32
    switch table.pair(foreground, background) {
    case .known(let known): number = known
    case .new(let fresh):
      init_extended_pair(fresh, foreground, background)
      number = fresh
    case .full: return nil
    }
    last = (glyph.foreground, glyph.background, number)
    return number
  }

  /// Forgets all pairs; everything on the screen must be drawn anew.
  mutating func startAgain() {
    table.removeAll()
    last = (.standard, .standard, 0)
    reset_color_pairs()
  }
}

/// How colours are numbered for ncurses, at the depth in force.
nonisolated struct ColorNumbering: Hashable {
  /// How many colours can be shown.
  let depth: ColorDepth
  /// How many colours the terminfo entry has.
  let colorCount: Int

  /// The number of a colour; -1 is the terminal's own.
  func number(of color: Color) -> Int32 {
    switch (depth, color.kind) {
    case (.none, _), (_, .standard): -1
    case (.direct, .rgb(let value)): Int32(bitPattern: value.packed)
    case (.direct, .palette(let index)): TerminfoEntry.firstOfPalette + Int32(index)
    case (.ansi16, .palette(16...)), (_, .rgb): number(of: nearest(to: color))
    case (_, .palette(let index)): entry(index)
    }
  }

  /// The entry of the palette in force that is nearest to a colour.
  private func nearest(to color: Color) -> Color {
    switch color.kind {
    case .standard: color
    case .palette(let index): depth.nearest(to: Palette.rgb(of: index))
    case .rgb(let value): depth.nearest(to: value)
    }
  }

  /// A terminal of eight colours shows the dark variant of a bright one.
  private func entry(_ index: UInt8) -> Int32 {
    Int32(index) < colorCount ? Int32(index) : Int32(index) & 7
  }
}
