/// The address of a host: IPv6, or IPv4 as the last four of its bytes.
package struct IPAddress: Hashable, Sendable {
  /// The 16 bytes, those of an IPv4 address behind `::ffff:`.
  package let bytes: [UInt8]

  private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

  /// Takes four bytes of IPv4 or sixteen of IPv6; nil for another number.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes.count == 4 ? Self.mapped + bytes : bytes
  }

  /// Reads an address as programs write it: four decimal numbers, or IPv6 without brackets; nil where
  /// it is none.
  package init?(_ text: String) {
    let text = Array(text.utf8)[...]
    guard let bytes = IPv4Text.plainBytes(of: text) ?? IPv6Text.bytes(of: text) else { return nil }
    self.init(bytes: bytes)
  }

  /// Whether it is not of the public internet: of the machine itself, of a network behind a router, or
  /// an address that stands for nobody or for many.
  package var isPrivate: Bool { PrivateNetworks.contain(self) }

  /// Whether the first bits, counted from a byte on, are those of a pattern; the bytes that the pattern
  /// lacks are zero.
  package func hasPrefix(_ pattern: [UInt8], bits: Int, from offset: Int = 0) -> Bool {
    (0..<(bits + 7) / 8).allSatisfy { index in
      let expected = index < pattern.count ? pattern[index] : 0
      return (bytes[offset + index] ^ expected) >> (8 - min(bits - 8 * index, 8)) == 0
    }
  }
}
