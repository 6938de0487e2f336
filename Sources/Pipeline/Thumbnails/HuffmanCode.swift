/// A prefix code of RFC 1951, section 3.2.2: given by nothing but the length of each code.
struct HuffmanCode {
  /// How many codes there are of each length, up to 15 bits.
  private let counts: [Int]
  /// The symbols, ordered by the length of their codes and then by value.
  private let symbols: [Int]

  /// Takes the length in bits of each symbol's code, zero for a symbol without one.
  /// - Throws: `InflateDamage` where there are more codes of a length than are free.
  init(lengths: [Int]) throws(InflateDamage) {
    var counts = Array(repeating: 0, count: 16)
    for length in lengths where length > 0 { counts[length] += 1 }
    var free = 1
    for count in counts.dropFirst() {
      free = free * 2 - count
      guard free >= 0 else { throw InflateDamage() }
    }
    self.counts = counts
    symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted {
      (lengths[$0], $0) < (lengths[$1], $1)
    }
  }

  /// Reads one symbol, bit by bit.
  /// - Throws: `InflateDamage` where no code begins so, or the input ends.
  func symbol(from bits: inout BitReader) throws(InflateDamage) -> Int {
    var (code, first, index) = (0, 0, 0)
    for count in counts.dropFirst() {
      code = code << 1 | (try bits.take(1))
      first <<= 1
      if code - first < count { return symbols[index + code - first] }
      first += count
      index += count
    }
    throw InflateDamage()
  }
}
