import CNcurses
import Imaging

/// The colour pairs that ncurses knows, filled as frames ask for them.
///
/// A pair is always a fresh one, counted up from 1: changing a used pair makes ncurses search the
/// whole screen. When the budget is used up everything starts again.
struct ColorPairs {
  /// How colours are numbered; the pairs that there are stay when it changes.
  var numbering: ColorNumbering { didSet { forgetLast() } }
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
    forgetLast()
    reset_color_pairs()
  }

  private mutating func forgetLast() {
    last = (.standard, .standard, 0)
  }
}
