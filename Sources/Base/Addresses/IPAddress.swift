/// An IP address; IPv4 is stored as an IPv4-mapped IPv6 address.
package struct IPAddress: Hashable, Sendable {
  package let bytes: [UInt8]

  private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

  package init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes.count == 4 ? Self.mapped + bytes : bytes
  }

  /// Takes dotted decimal IPv4, or IPv6 without brackets.
  package init?(_ text: String) {
    let text = Array(text.utf8)[...]
    guard let bytes = IPv4Text.plainBytes(of: text) ?? IPv6Text.bytes(of: text) else { return nil }
    self.init(bytes: bytes)
  }

  /// Whether it is not a public address: loopback, private, reserved or multicast.
  package var isPrivate: Bool { PrivateNetworks.contain(self) }

  /// Compares a bit prefix from a byte on; missing bytes of the pattern are zero.
  package func hasPrefix(_ pattern: [UInt8], bits: Int, from offset: Int = 0) -> Bool {
    (0..<(bits + 7) / 8).allSatisfy { index in
      let expected = index < pattern.count ? pattern[index] : 0
      return (bytes[offset + index] ^ expected) >> (8 - min(bits - 8 * index, 8)) == 0
    }
  }
}
