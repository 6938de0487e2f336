import CNcurses
package import Imaging

/// Numbers are never reassigned, since changing a pair in use makes ncurses scan the whole screen.
/// When the budget is exhausted, all pairs are dropped at once.
@MainActor
struct ColorPairs {
  /// Existing pairs remain valid when this changes.
  var numbering: ColorNumbering { didSet { forgetLast() } }
  private let limit: Int
  private var table: ColorPairTable
  private var last = (foreground: Color.standard, background: Color.standard, number: Int32(0))

  init(numbering: ColorNumbering, limit: Int) {
    self.numbering = numbering
    self.limit = limit
    table = ColorPairTable(budget: min(limit, Self.usualBudget))
  }

  /// A few screens of pairs; each takes about 50 bytes in ncurses.
  private static let usualBudget = 50_000

  mutating func allow(cells: Int) {
    table.budget = min(limit, max(Self.usualBudget, cells))
  }

  mutating func number(of glyph: Glyph) -> Int32? {
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

  mutating func startAgain() {
    table.removeAll()
    forgetLast()
    reset_color_pairs()
  }

  private mutating func forgetLast() {
    last = (.standard, .standard, 0)
  }
}

/// The ncurses pair numbers of color combinations; ncurses' own table never frees pairs and stalls
/// for over a second when it grows at a million.
struct ColorPairTable {
  enum Answer: Hashable {
    case known(Int32)
    case new(Int32)
    case full
  }

  var budget: Int
  /// By both colors, as one word.
  private(set) var numbers: [UInt64: Int32] = [:]

  var count: Int { numbers.count }

  /// The number of a pair, where color -1 is the terminal's default; 0 if both are.
  mutating func pair(_ foreground: Int32, _ background: Int32) -> Answer {
    guard foreground != -1 || background != -1 else { return .known(0) }
    let key = UInt64(UInt32(bitPattern: foreground)) << 32 | UInt64(UInt32(bitPattern: background))
    if let number = numbers[key] { return .known(number) }
    guard count < budget else { return .full }
    let number = Int32(count + 1)
    numbers[key] = number
    return .new(number)
  }

  mutating func removeAll() {
    numbers.removeAll(keepingCapacity: true)
  }
}

/// The colors that ncurses has numbers for, given the terminfo entry in use.
enum ColorRange: Hashable {
  case none
  /// As many as the terminal's own entry has.
  case palette(Int)
  case own
}

struct ColorNumbering: Hashable {
  let depth: ColorDepth
  let range: ColorRange

  init(_ depth: ColorDepth, in range: ColorRange) {
    self.range = range
    self.depth =
      switch (range, depth) {
      case (.none, _): .none
      case (.own, _), (_, .none): depth
      case (.palette(256...), .direct): .indexed256
      case (.palette(256...), _): depth
      case (.palette, _): .ansi16
      }
  }

  /// The ncurses color number; -1 is the terminal's default.
  func number(of color: Color) -> Int32 {
    switch shown(for: color).kind {
    case .standard: -1
    case .rgb(let value): Int32(bitPattern: value.packed)
    case .palette(let index) where range != .own: Int32(index)
    case .palette(let index):
      Int32(index) + (depth == .ansi16 ? TerminfoEntry.firstOfANSI : TerminfoEntry.firstOfPalette)
    }
  }

  /// With 8 colors, bright colors are shown as their dark variants.
  func shown(for color: Color) -> Color {
    guard depth != .none else { return .standard }
    let color = depth.shown(for: color)
    guard case .palette(let index) = color.kind, case .palette(let count) = range,
      Int(index) >= count
    else { return color }
    return .palette(index & 7)
  }
}

extension ColorDepth {
  /// The color itself if it can be shown, else the nearest one.
  package func shown(for color: Color) -> Color {
    switch (self, color.kind) {
    case (.ansi16, .palette(let index)) where index >= 16: nearest(to: Palette.rgb(of: index))
    case (.indexed256, .rgb(let value)), (.ansi16, .rgb(let value)): nearest(to: value)
    default: color
    }
  }
}
