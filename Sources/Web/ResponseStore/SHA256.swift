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
