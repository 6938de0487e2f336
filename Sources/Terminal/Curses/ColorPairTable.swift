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
