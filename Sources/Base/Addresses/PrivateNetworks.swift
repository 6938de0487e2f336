/// The networks that are not public (registries of RFC 6890).
///
/// Used for checking URLs as well as actual connections.
enum PrivateNetworks {
  /// Also checks IPv4 addresses embedded in IPv6: mapped and compatible (RFC 4291 section 2.5.5),
  /// NAT64 (RFC 6052), 6to4 (RFC 3056).
  static func contain(_ address: IPAddress) -> Bool {
    guard let carrier = carriers.first(where: { address.hasPrefix($0.start, bits: $0.bits) }) else {
      return v6.contains { address.hasPrefix($0.start, bits: $0.bits) }
    }
    return v4.contains { address.hasPrefix($0.start, bits: $0.bits, from: carrier.offset) }
  }

  private typealias Network = (start: [UInt8], bits: Int)

  /// Networks with embedded IPv4 addresses, and the byte offset of these.
  ///
  /// The unspecified and the loopback address match the first one, and then 0.0.0.0/8.
  private static let carriers: [(start: [UInt8], bits: Int, offset: Int)] = [
    ([], 96, 12),
    ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 96, 12),
    ([0x00, 0x64, 0xFF, 0x9B], 96, 12),
    ([0x20, 0x02], 16, 2),
  ]

  private static let v4: [Network] = [
    ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12),
    ([192, 0, 0], 24), ([192, 0, 2], 24), ([192, 88, 99], 24), ([192, 168], 16), ([198, 18], 15),
    ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 3),
  ]

  private static let v6: [Network] = [
    ([0x00, 0x64, 0xFF, 0x9B, 0x00, 0x01], 48), ([0x01, 0x00], 64), ([0x20, 0x01], 23),
    ([0x20, 0x01, 0x0D, 0xB8], 32), ([0x3F, 0xFF], 20), ([0x5F, 0x00], 16), ([0xFC], 7),
    ([0xFE, 0x80], 9), ([0xFF], 8),
  ]
}

extension WebURL {
  /// Whether the host is a private address or a local name by its text.
  ///
  /// Does not resolve names: since every name can resolve to a private address, the address must be
  /// checked again when connecting.
  package var isPrivateAddress: Bool {
    let host = parts.host
    if host.first == "[" {
      return Self.isPrivate(IPv6Text.bytes(of: host.dropFirst().dropLast()))
    }
    if IPv4Text.isMeant(by: host) {
      return Self.isPrivate(IPv4Text.bytes(of: host))
    }
    return Self.isLocal(name: self.host)
  }

  private static func isPrivate(_ bytes: [UInt8]?) -> Bool {
    bytes.flatMap(IPAddress.init(bytes:))?.isPrivate ?? true
  }

  /// A name without a dot, or in a local domain: RFC 6761 (`localhost`), RFC 6762 (`local`), RFC
  /// 8375 (`home.arpa`), and `internal`, reserved by ICANN.
  private static func isLocal(name: String) -> Bool {
    let name = name.hasSuffix(".") ? String(name.dropLast()) : name
    let domains = [".localhost", ".local", ".home.arpa", ".internal"]
    return !name.contains(".") || domains.contains { name.hasSuffix($0) } || name == "home.arpa"
  }
}
