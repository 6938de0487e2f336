/// The networks that are no part of the public internet: the registries of RFC 6890.
enum PrivateNetworks {
  /// Whether an address of four or sixteen bytes is in one of them.
  ///
  /// An IPv4 address inside an IPv6 one counts as itself: mapped and compatible (RFC 4291 section
  /// 2.5.5), NAT64 (RFC 6052), 6to4 (RFC 3056).
  static func contain(_ address: [UInt8]) -> Bool {
    guard address.count == 16 else { return v4.contains { $0.contains(address) } }
    if let carrier = carriers.first(where: { $0.network.contains(address) }) {
      return contain(Array(address[carrier.offset..<(carrier.offset + 4)]))
    }
    return v6.contains { $0.contains(address) }
  }

  /// Networks whose addresses carry an IPv4 address, and at which byte.
  ///
  /// The unspecified address and the loopback are among the first of them, and lie in 0.0.0.0/8 by
  /// their last four bytes.
  private static let carriers: [(network: Network, offset: Int)] = [
    (Network([], 96), 12),
    (Network([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 96), 12),
    (Network([0x00, 0x64, 0xFF, 0x9B], 96), 12),
    (Network([0x20, 0x02], 16), 2),
  ]

  private static let v4 = [
    Network([0], 8), Network([10], 8), Network([100, 64], 10), Network([127], 8),
    Network([169, 254], 16), Network([172, 16], 12), Network([192, 0, 0], 24),
    Network([192, 0, 2], 24), Network([192, 88, 99], 24), Network([192, 168], 16),
    Network([198, 18], 15), Network([198, 51, 100], 24), Network([203, 0, 113], 24),
    Network([224], 3),
  ]

  private static let v6 = [
    Network([0x00, 0x64, 0xFF, 0x9B, 0x00, 0x01], 48), Network([0x01, 0x00], 64),
    Network([0x20, 0x01], 23), Network([0x20, 0x01, 0x0D, 0xB8], 32),
    Network([0x3F, 0xFF], 20), Network([0x5F, 0x00], 16), Network([0xFC], 7),
    Network([0xFE, 0x80], 9), Network([0xFF], 8),
  ]
}

extension PrivateNetworks {
  /// Addresses that begin with the same bits.
  private struct Network {
    /// The bytes of the first address; those that are not written are zero.
    let start: [UInt8]
    /// How many bits are the same.
    let bits: Int

    init(_ start: [UInt8], _ bits: Int) {
      self.start = start
      self.bits = bits
    }

    func contains(_ address: [UInt8]) -> Bool {
      address.enumerated().allSatisfy { index, byte in
        let expected = index < start.count ? start[index] : 0
        let compared = min(max(bits - 8 * index, 0), 8)
        return (byte ^ expected) >> (8 - compared) == 0
      }
    }
  }
}
