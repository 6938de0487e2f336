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
