/// The numbers of the colour pairs that ncurses has been told, by their two colours.
///
/// Open addressing with linear probing at a load of at most a half, and Fibonacci hashing
/// (Knuth, The Art of Computer Programming, volume 3, section 6.4). ncurses' own search for a pair
/// never forgets one, and stops for a second and more when its table of a million grows.
nonisolated struct ColorPairTable {
  /// The answer to a question for a pair.
  enum Answer: Hashable {
    /// The number of a pair that has been asked for before.
    case known(Int32)
    /// The number of a pair that ncurses must be told now.
    case new(Int32)
    /// The budget is used up.
    case full
  }

  /// How many pairs may be given a number.
  var budget: Int
  /// How many pairs have a number; the first is 1.
  private(set) var count = 0
  /// Two colours as one word, each plus one: zero is the terminal's own pair, and an empty place.
  private var keys: [UInt64]
  private var numbers: [Int32]
  private var shift: UInt64

  /// Makes an empty table for a number of pairs.
  init(budget: Int) {
    self.budget = budget
    keys = Array(repeating: 0, count: Self.firstCapacity)
    numbers = Array(repeating: 0, count: Self.firstCapacity)
    shift = 64 - UInt64(Self.firstCapacity.trailingZeroBitCount)
  }

  private static let firstCapacity = 4096

  /// The number of a pair of ncurses' colours, -1 being the terminal's own; 0 for two of those.
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

  /// Forgets all pairs and keeps the room.
  mutating func removeAll() {
    count = 0
    for place in keys.indices { keys[place] = 0 }
  }

  /// Where a key stands, or the empty place where it would.
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
