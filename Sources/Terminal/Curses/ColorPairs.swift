import CNcurses
import Imaging

/// The color pairs of ncurses, allocated as frames need them.
///
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

  /// Nil if the budget is exhausted.
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

/// A hash table from color combinations to ncurses pair numbers.
///
/// Open addressing with linear probing and Fibonacci hashing (Knuth, The Art of Computer
/// Programming, volume 3, section 6.4). ncurses' own table never frees pairs and stalls for over a
/// second when it grows at a million.
struct ColorPairTable {
  enum Answer: Hashable {
    case known(Int32)
    case new(Int32)
    case full
  }

  var budget: Int
  private(set) var count = 0
  /// Both colors plus one, as one word; zero is the default pair and marks empty slots.
  private var keys: [UInt64]
  private var numbers: [Int32]
  private var shift: UInt64

  init(budget: Int) {
    self.budget = budget
    keys = Array(repeating: 0, count: Self.firstCapacity)
    numbers = Array(repeating: 0, count: Self.firstCapacity)
    shift = 64 - UInt64(Self.firstCapacity.trailingZeroBitCount)
  }

  private static let firstCapacity = 4096

  /// The number of a pair, where color -1 is the terminal's default; 0 if both are.
  mutating func pair(_ foreground: Int32, _ background: Int32) -> Answer {
    let key =
      UInt64(UInt32(bitPattern: foreground &+ 1)) << 32
      | UInt64(UInt32(bitPattern: background &+ 1))
    guard key != 0 else { return .known(0) }
    let place = place(of: key)
    if keys[place] == key { return .known(numbers[place]) }
    guard count < budget else { return .full }
    return .new(insert(key, at: place))
  }

  mutating func removeAll() {
    count = 0
    for place in keys.indices { keys[place] = 0 }
  }

  private func place(of key: UInt64) -> Int {
    let mask = keys.count - 1
    var place = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> shift)
    while keys[place] != key && keys[place] != 0 { place = (place + 1) & mask }
    return place
  }

  private mutating func insert(_ key: UInt64, at place: Int) -> Int32 {
    count += 1
    let number = Int32(count)
    keys[place] = key
    numbers[place] = number
    if count * 2 > keys.count { grow() }
    return number
  }

  private mutating func grow() {
    let (oldKeys, oldNumbers) = (keys, numbers)
    keys = Array(repeating: 0, count: oldKeys.count * 2)
    numbers = Array(repeating: 0, count: oldKeys.count * 2)
    shift -= 1
    for (key, number) in zip(oldKeys, oldNumbers) where key != 0 {
      let place = place(of: key)
      keys[place] = key
      numbers[place] = number
    }
  }
}
