import CNcurses
import Imaging

/// Numbers are never reassigned, since changing a pair in use makes ncurses scan the whole screen.
/// When the budget is exhausted, all pairs are dropped at once.
@MainActor
struct ColorPairs {
  /// Existing pairs remain valid when this changes.
  var numbering: ColorNumbering { didSet { forgetLast() } }
  private let limit: Int
  private var table: ColorPairTable
  private var last: (foreground: Color, background: Color, number: Int32)

  init(numbering: ColorNumbering, limit: Int) {
    self.numbering = numbering
    self.limit = limit
    table = ColorPairTable(budget: min(limit, Self.usualBudget))
    last = (.standard, .standard, 0)
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
  private var numbers: [UInt64: Int32] = [:]

  init(budget: Int) {
    self.budget = budget
  }

  var count: Int { numbers.count }

  /// The number of a pair, where color -1 is the terminal's default; 0 if both are.
  mutating func pair(_ foreground: Int32, _ background: Int32) -> Answer {
    guard foreground != -1 || background != -1 else { return .known(0) }
    let key =
      UInt64(UInt32(bitPattern: foreground)) << 32 | UInt64(UInt32(bitPattern: background))
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
