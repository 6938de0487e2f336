import Values

extension WebURL {
  /// Whether the host is, by its own text, one of the machine itself or of a network behind a router.
  ///
  /// Nobody is asked what address a name has: whoever connects must look again at what it connects
  /// to, since every name can lead to a private address.
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

  /// A name without a dot, or below a domain that is no part of the internet: RFC 6761 (`localhost`),
  /// RFC 6762 (`local`), RFC 8375 (`home.arpa`), and `internal`, which ICANN keeps for private use.
  private static func isLocal(name: String) -> Bool {
    let name = name.hasSuffix(".") ? String(name.dropLast()) : name
    let domains = [".localhost", ".local", ".home.arpa", ".internal"]
    return !name.contains(".") || domains.contains { name.hasSuffix($0) } || name == "home.arpa"
  }
}
