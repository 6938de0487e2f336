internal import CMD
internal import CXXHash

/// MD5 (RFC 1321), for thumbnail names and IPTC digests; not for security.
package enum MD5 {
  package static func hexDigits(of message: some Collection<UInt8>) -> String {
    unsafe text(of: message, count: 32) { unsafe MD5Data($0, $1, $2) }
  }
}

/// SHA-256 (FIPS 180-4), in lowercase hexadecimal digits.
package enum SHA256 {
  package static func hexDigits(of message: some Collection<UInt8>) -> String {
    unsafe text(of: message, count: 64) { unsafe SHA256Data($0, $1, $2) }
  }
}

private typealias Write = (
  UnsafePointer<UInt8>, Int, UnsafeMutablePointer<CChar>
) -> UnsafeMutablePointer<CChar>?

private func text(of message: some Collection<UInt8>, count: Int, by write: Write) -> String {
  // An empty array may have no address.
  let bytes = Array(message) + [0]
  var digits = [CChar](repeating: 0, count: count + 1)
  _ = unsafe write(bytes, bytes.count - 1, &digits)
  return String(decoding: digits.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// XXH64 with seed 0, against disk errors, not attackers.
package struct XXHash64: Sendable {
  private var state = cxx_state()

  package init() {
    unsafe cxx_reset(&state)
  }

  package static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash = XXHash64()
    hash.add(Array(bytes)[...])
    return hash.value
  }

  package mutating func add(_ bytes: ArraySlice<UInt8>) {
    unsafe bytes.withUnsafeBytes { unsafe cxx_update(&state, $0.baseAddress, $0.count) }
  }

  package var value: UInt64 {
    var state = state
    return unsafe cxx_digest(&state)
  }
}

/// FNV-1a in 64 bits: stable across processes and machines, but not collision-resistant.
package struct StableHasher {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }
}

extension [UInt8] {
  package var stableHash: UInt64 { reduce(into: StableHasher()) { $0.add($1) }.value }
}

/// A seeded generator that is portable: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
