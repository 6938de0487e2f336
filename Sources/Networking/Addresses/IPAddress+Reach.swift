extension IPAddress {
  /// Whether it is not of the public internet.
  ///
  /// It is the machine itself, in a network behind a router, or stands for nobody or for many: RFC
  /// 6890, and the IPv4 addresses that are hidden in
  /// IPv6 by RFC 4291 section 2.5.5, RFC 6052 and RFC 3056.
  var isPrivate: Bool {
    if let offset = offsetOfIPv4 {
      return Self.privateIPv4.contains { hasPrefix($0.pattern, bits: $0.bits, from: offset) }
    }
    return Self.privateIPv6.contains { hasPrefix($0.pattern, bits: $0.bits) }
  }

  /// Where the bytes of an IPv4 address lie in it, if it stands for one.
  private var offsetOfIPv4: Int? {
    let zeros: [UInt8] = []
    if hasPrefix(zeros, bits: 80), hasPrefix([0xFF, 0xFF], bits: 16, from: 10) { return 12 }
    if hasPrefix(zeros, bits: 96), !hasPrefix(zeros, bits: 16, from: 12) { return 12 }
    if hasPrefix([0x00, 0x64, 0xFF, 0x9B], bits: 96) { return 12 }
    if hasPrefix([0x20, 0x02], bits: 16) { return 2 }
    return nil
  }

  private static let privateIPv4: [(pattern: [UInt8], bits: Int)] = [
    ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12),
    ([192, 0, 0], 24), ([192, 0, 2], 24), ([192, 168], 16), ([198, 18], 15), ([198, 51, 100], 24),
    ([203, 0, 113], 24), ([224], 3),
  ]

  private static let privateIPv6: [(pattern: [UInt8], bits: Int)] = [
    ([], 96), ([0x00, 0x64, 0xFF, 0x9B, 0x00, 0x01], 48), ([0x01, 0x00], 64),
    ([0x20, 0x01, 0x00], 23), ([0x20, 0x01, 0x0D, 0xB8], 32), ([0xFC], 7), ([0xFE, 0x80], 9),
    ([0xFF], 8),
  ]
}
