/// The SHA-256 of FIPS 180-4, for names and digests of short texts.
enum SHA256 {
  /// The digest in 64 hexadecimal digits.
  static func hexadecimal(of message: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let bytes = digest(of: message).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func digest(of message: [UInt8]) -> [UInt8] {
    var state = initial
    var schedule = [UInt32](repeating: 0, count: 64)
    let padded = padded(message)
    for start in stride(from: 0, to: padded.count, by: 64) {
      expand(padded, from: start, into: &schedule)
      compress(schedule, into: &state)
    }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
    }
  }

  /// Section 5.1.1: a one, zeros, and the length in bits.
  private static func padded(_ message: [UInt8]) -> [UInt8] {
    let zeros = (119 - message.count % 64) % 64
    let bits = UInt64(message.count) * 8
    return message + [0x80] + [UInt8](repeating: 0, count: zeros)
      + (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
  }

  private static func expand(_ bytes: [UInt8], from start: Int, into words: inout [UInt32]) {
    for index in 0..<16 {
      let place = start + index * 4
      words[index] =
        UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16
        | UInt32(bytes[place + 2]) << 8 | UInt32(bytes[place + 3])
    }
    for index in 16..<64 {
      let first = words[index - 15]
      let second = words[index - 2]
      let small = turned(first, 7) ^ turned(first, 18) ^ first >> 3
      let large = turned(second, 17) ^ turned(second, 19) ^ second >> 10
      words[index] = words[index - 16] &+ small &+ words[index - 7] &+ large
    }
  }

  private static func compress(_ words: [UInt32], into state: inout [UInt32]) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let large = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      let choice = (e & f) ^ (~e & g)
      let first = h &+ large &+ choice &+ constants[index] &+ words[index]
      let small = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ small &+ majority)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// The first 32 bits of the fractional parts of the square roots of the first eight primes.
  private static let initial = primes.prefix(8).map { fraction(of: $0, root: { $0 * $0 }) }
  /// The same of the cube roots of the first 64.
  private static let constants = primes.map { fraction(of: $0, root: { $0 * $0 * $0 }) }

  private static let primes: [UInt128] = (2...311).filter { number in
    !(2..<number).contains { number % $0 == 0 }
  }

  /// The first 32 bits behind the point of the number whose power is a prime, found bit by bit.
  private static func fraction(of prime: UInt128, root power: (UInt128) -> UInt128) -> UInt32 {
    // The root is below 18, so its first 37 bits are enough; the power of what is scaled by 2^32
    // stays below 2^111.
    let scale = power(1 << 32)
    var root: UInt128 = 0
    for bit in stride(from: 37, through: 0, by: -1) {
      let candidate = root | 1 << UInt128(bit)
      if power(candidate) <= prime * scale { root = candidate }
    }
    return UInt32(truncatingIfNeeded: root)
  }
}

/// XXH64 with the seed 0, as its specification has it: tells whether a disk gave back what it got.
///
/// It is as fast as memory and no protection against somebody who means it: the folder is the
/// user's own.
struct XXHash64 {
  private static let p1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let p2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let p3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let p4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let p5: UInt64 = 0x27D4_EB2F_1656_67C5

  private var lanes = (p1 &+ p2, p2, UInt64(0), 0 &- p1)
  private var rest: [UInt8] = []
  private var byteCount = 0

  /// The hash of bytes that are all there.
  static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash = XXHash64()
    hash.add(Array(bytes)[...])
    return hash.value
  }

  /// Takes in what comes next.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    byteCount += bytes.count
    let bytes = rest.isEmpty ? bytes : (rest + bytes)[...]
    let whole = bytes.count - bytes.count % 32
    unsafe bytes.withUnsafeBytes { buffer in
      for start in stride(from: 0, to: whole, by: 32) {
        unsafe lanes.0 = Self.round(lanes.0, Self.word(buffer, start))
        unsafe lanes.1 = Self.round(lanes.1, Self.word(buffer, start + 8))
        unsafe lanes.2 = Self.round(lanes.2, Self.word(buffer, start + 16))
        unsafe lanes.3 = Self.round(lanes.3, Self.word(buffer, start + 24))
      }
    }
    rest = Array(bytes.dropFirst(whole))
  }

  /// The hash of all that was taken in.
  var value: UInt64 {
    var hash = byteCount < 32 ? Self.p5 : mergedLanes
    hash &+= UInt64(byteCount)
    let words = rest.count / 8
    for index in 0..<words {
      let word = unsafe rest.withUnsafeBytes { unsafe Self.word($0, index * 8) }
      hash ^= Self.round(0, word)
      hash = Self.turned(hash, 27) &* Self.p1 &+ Self.p4
    }
    return Self.avalanched(addTail(from: words * 8, to: hash))
  }

  private func addTail(from start: Int, to hash: UInt64) -> UInt64 {
    var hash = hash
    var start = start
    if rest.count - start >= 4 {
      let half = (0..<4).reduce(UInt64(0)) { $0 | UInt64(rest[start + $1]) << UInt64(8 * $1) }
      hash ^= half &* Self.p1
      hash = Self.turned(hash, 23) &* Self.p2 &+ Self.p3
      start += 4
    }
    for byte in rest[start...] {
      hash ^= UInt64(byte) &* Self.p5
      hash = Self.turned(hash, 11) &* Self.p1
    }
    return hash
  }

  private var mergedLanes: UInt64 {
    var hash =
      Self.turned(lanes.0, 1) &+ Self.turned(lanes.1, 7) &+ Self.turned(lanes.2, 12)
      &+ Self.turned(lanes.3, 18)
    for lane in [lanes.0, lanes.1, lanes.2, lanes.3] {
      hash ^= Self.round(0, lane)
      hash = hash &* Self.p1 &+ Self.p4
    }
    return hash
  }

  private static func avalanched(_ hash: UInt64) -> UInt64 {
    var hash = hash
    hash = (hash ^ hash >> 33) &* p2
    hash = (hash ^ hash >> 29) &* p3
    return hash ^ hash >> 32
  }

  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    turned(lane &+ word &* p2, 31) &* p1
  }

  private static func turned(_ word: UInt64, _ count: UInt64) -> UInt64 {
    word << count | word >> (64 - count)
  }

  private static func word(_ buffer: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: unsafe buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
