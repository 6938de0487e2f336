/// Parameters of HEVC with code points (ITU-T H.265, sections 7.3.2.2 and E.2.1), for tests.
package enum SampleHEVC {
  /// The content of a box `hvcC` with parameters of some kinds.
  package static func configuration(_ units: [(kind: UInt8, unit: [UInt8])]) -> [UInt8] {
    [1] + [UInt8](repeating: 0, count: 21) + [UInt8(units.count)]
      + units.flatMap { kind, unit in
        [0x80 | kind, 0, 1, UInt8(unit.count >> 8), UInt8(unit.count & 255)] + unit
      }
  }

  /// A unit of sequence parameters.
  package static func parameters(
    layers: Int, hasScalingLists: Bool, hasPictureSets: Bool, hasWindow: Bool, hasShape: Bool,
    primaries: Int, transfer: Int
  ) -> [UInt8] {
    var bits = Bits()
    bits.put(0, 4)
    bits.put(layers - 1, 3)
    bits.put(1, 1)
    for _ in 0..<12 { bits.put(0, 8) }
    for layer in 0..<8 { bits.put(layer < layers - 1 ? 3 : 0, 2) }
    for _ in 1..<layers { for _ in 0..<12 { bits.put(0, 8) } }
    for value in [0, 1, 128, 96] { bits.putGolomb(value) }
    bits.put(hasWindow ? 1 : 0, 1)
    if hasWindow { for value in [0, 3, 0, 5] { bits.putGolomb(value) } }
    for value in [2, 2, 4] { bits.putGolomb(value) }
    bits.put(1, 1)
    for _ in 0..<layers { for value in [4, 0, 0] { bits.putGolomb(value) } }
    for value in [0, 3, 0, 3, 0, 0] { bits.putGolomb(value) }
    bits.put(hasScalingLists ? 3 : 0, hasScalingLists ? 2 : 1)
    if hasScalingLists { bits.putScalingLists() }
    bits.put(0b11, 2)
    bits.put(1, 1)
    bits.put(0x77, 8)
    for value in [0, 2] { bits.putGolomb(value) }
    bits.put(1, 1)
    bits.putGolomb(hasPictureSets ? 2 : 0)
    if hasPictureSets {
      for value in [1, 1] { bits.putGolomb(value) }
      for _ in 0..<2 {
        bits.putGolomb(0)
        bits.put(1, 1)
      }
      // The second set by the first, of three deltas: used, not used, and absent.
      bits.put(0b10, 2)
      bits.putGolomb(0)
      bits.put(0b10100, 5)
    }
    bits.put(hasPictureSets ? 1 : 0, 1)
    if hasPictureSets {
      bits.putGolomb(1)
      bits.put(3, 9)
    }
    bits.put(0, 2)
    bits.put(1, 1)
    bits.put(hasShape ? 1 : 0, 1)
    if hasShape {
      bits.put(255, 8)
      bits.put(0x0001_0001, 32)
    }
    bits.put(0b00, 1)
    bits.put(1, 1)
    bits.put(0b101_0, 4)
    bits.put(1, 1)
    bits.put(primaries, 8)
    bits.put(transfer, 8)
    bits.put(9, 8)
    for _ in 0..<4 { bits.put(0x55, 8) }
    return [0x42, 1] + bits.escaped
  }

  private struct Bits {
    private var bits: [UInt8] = []

    mutating func put(_ value: Int, _ count: Int) {
      for place in (0..<count).reversed() { bits.append(UInt8(value >> place & 1)) }
    }

    mutating func putGolomb(_ value: Int) {
      let length = Int.bitWidth - (value + 1).leadingZeroBitCount
      put(0, length - 1)
      put(value + 1, length)
    }

    /// One list of each size by its numbers, the others by another list.
    mutating func putScalingLists() {
      for size in 0..<4 {
        for list in 0..<(size == 3 ? 2 : 6) {
          put(list == 1 ? 1 : 0, 1)
          guard list == 1 else {
            putGolomb(0)
            continue
          }
          for _ in 0..<(min(64, 1 << (4 + size * 2)) + (size > 1 ? 1 : 0)) { putGolomb(3) }
        }
      }
    }

    /// The bytes, without any that could be taken for a start code.
    var escaped: [UInt8] {
      var (bytes, zeros): ([UInt8], Int) = ([], 0)
      for start in stride(from: 0, to: bits.count, by: 8) {
        let group = bits[start..<min(start + 8, bits.count)]
        let byte = group.reduce(0) { $0 << 1 | $1 } << (8 - group.count)
        if zeros >= 2, byte <= 3 {
          bytes.append(3)
          zeros = 0
        }
        bytes.append(byte)
        zeros = byte == 0 ? zeros + 1 : 0
      }
      return bytes
    }
  }
}
