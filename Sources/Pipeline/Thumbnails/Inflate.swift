/// Decompression (RFC 1950 and 1951) of short foreign texts, in Swift that checks every bound.
///
/// Qt, and with it KDE, compresses the texts of its thumbnails, the address among them, where they
/// are longer than 40 letters. zlib would do it too, but the interface hands it no foreign bytes.
struct Inflate {
  private var bits: BitReader
  private var output: [UInt8] = []
  private let limit: Int

  /// What a zlib stream holds; nil where it is damaged or holds more than a limit in bytes.
  static func bytes(of stream: ArraySlice<UInt8>, atMost limit: Int) -> [UInt8]? {
    let header = stream.prefix(2).reduce(0) { $0 << 8 | Int($1) }
    // Method 8, no dictionary, and a sum that is right (RFC 1950, section 2.2).
    guard stream.count > 2, header >> 8 & 15 == 8, header & 32 == 0, header % 31 == 0 else {
      return nil
    }
    var inflate = Inflate(bits: BitReader(stream.dropFirst(2)), limit: limit)
    return try? inflate.run()
  }

  private init(bits: BitReader, limit: Int) {
    self.bits = bits
    self.limit = limit
  }

  private mutating func run() throws(InflateDamage) -> [UInt8] {
    var isLast = false
    while !isLast {
      isLast = try bits.take(1) == 1
      switch try bits.take(2) {
      case 0: try copyStored()
      case 1: try decode(Self.fixedLiterals(), Self.fixedDistances())
      case 2: try decodeDynamic()
      default: throw InflateDamage()
      }
    }
    return output
  }

  private mutating func append(_ byte: Int) throws(InflateDamage) {
    guard output.count < limit else { throw InflateDamage() }
    output.append(UInt8(truncatingIfNeeded: byte))
  }

  /// A block that is not compressed (section 3.2.4).
  private mutating func copyStored() throws(InflateDamage) {
    bits.skipToByte()
    let length = try bits.take(16)
    guard try bits.take(16) == ~length & 0xFFFF else { throw InflateDamage() }
    for _ in 0..<length { try append(bits.take(8)) }
  }

  /// Literals, and copies of what came before (section 3.2.5).
  private mutating func decode(
    _ literals: HuffmanCode, _ distances: HuffmanCode
  ) throws(InflateDamage) {
    while true {
      let symbol = try literals.symbol(from: &bits)
      if symbol < 256 { try append(symbol) }
      if symbol == 256 { return }
      if symbol > 256 { try copy(lengthSymbol: symbol - 257, distances) }
    }
  }

  private mutating func copy(
    lengthSymbol: Int, _ distances: HuffmanCode
  ) throws(InflateDamage) {
    let length = try value(of: lengthSymbol, Self.lengths)
    let distance = try value(of: distances.symbol(from: &bits), Self.distances)
    guard distance <= output.count else { throw InflateDamage() }
    for _ in 0..<length { try append(Int(output[output.count - distance])) }
  }

  /// The base of a symbol and the extra bits behind it.
  private mutating func value(
    of symbol: Int, _ table: [(base: Int, bits: Int)]
  ) throws(InflateDamage) -> Int {
    guard symbol < table.count else { throw InflateDamage() }
    return table[symbol].base + (try bits.take(table[symbol].bits))
  }

  /// A block with codes of its own, which are themselves coded (section 3.2.7).
  private mutating func decodeDynamic() throws(InflateDamage) {
    let literalCount = try bits.take(5) + 257
    let distanceCount = try bits.take(5) + 1
    let orderCount = try bits.take(4) + 4
    var lengths = Array(repeating: 0, count: 19)
    for symbol in Self.order.prefix(orderCount) { lengths[symbol] = try bits.take(3) }
    let all = try codeLengths(
      literalCount + distanceCount, with: HuffmanCode(lengths: lengths))
    try decode(
      HuffmanCode(lengths: Array(all.prefix(literalCount))),
      HuffmanCode(lengths: Array(all.dropFirst(literalCount))))
  }

  private mutating func codeLengths(
    _ count: Int, with code: HuffmanCode
  ) throws(InflateDamage) -> [Int] {
    var lengths: [Int] = []
    while lengths.count < count {
      let symbol = try code.symbol(from: &bits)
      switch symbol {
      case 16:
        guard let last = lengths.last else { throw InflateDamage() }
        lengths += Array(repeating: last, count: try bits.take(2) + 3)
      case 17: lengths += Array(repeating: 0, count: try bits.take(3) + 3)
      case 18: lengths += Array(repeating: 0, count: try bits.take(7) + 11)
      default: lengths.append(symbol)
      }
    }
    guard lengths.count == count else { throw InflateDamage() }
    return lengths
  }

  /// The codes of blocks that bring none (section 3.2.6).
  private static func fixedLiterals() throws(InflateDamage) -> HuffmanCode {
    try HuffmanCode(
      lengths: [(8, 144), (9, 112), (7, 24), (8, 8)].flatMap { Array(repeating: $0.0, count: $0.1) }
    )
  }

  private static func fixedDistances() throws(InflateDamage) -> HuffmanCode {
    try HuffmanCode(lengths: Array(repeating: 5, count: 30))
  }

  /// In which order the lengths of the codes for lengths come.
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  /// Bases and extra bits: four symbols for each number of extra bits, and 258 by itself.
  private static let lengths: [(base: Int, bits: Int)] =
    (0..<8).map { (3 + $0, 0) }
    + (8..<28).map { (3 + (4 + $0 % 4) << ($0 / 4 - 1), $0 / 4 - 1) } + [(258, 0)]

  /// In the same way, two symbols for each number of extra bits.
  private static let distances: [(base: Int, bits: Int)] =
    (0..<4).map { (1 + $0, 0) }
    + (4..<30).map { (1 + (2 + $0 % 2) << ($0 / 2 - 1), $0 / 2 - 1) }
}

/// Compressed bytes that are damaged, or become more than is wanted.
struct InflateDamage: Error, Hashable {}

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

/// Takes bits out of bytes, the lowest first (RFC 1951, section 3.1.1).
struct BitReader {
  private var rest: ArraySlice<UInt8>
  private var bits = 0
  private var count = 0

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  /// The next bits as a number, at most 16 of them.
  /// - Throws: `InflateDamage` where there are not so many.
  mutating func take(_ wanted: Int) throws(InflateDamage) -> Int {
    while count < wanted {
      guard let byte = rest.popFirst() else { throw InflateDamage() }
      bits |= Int(byte) << count
      count += 8
    }
    defer {
      bits >>= wanted
      count -= wanted
    }
    return bits & (1 << wanted - 1)
  }

  /// Leaves out what remains of a byte, less than eight bits.
  mutating func skipToByte() {
    (bits, count) = (0, 0)
  }
}
