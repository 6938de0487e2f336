enum HostName {
  /// Normalizes a host: a canonical address or lowercase name; the resolver converts non-ASCII.
  static func normal(_ host: ArraySlice<UInt8>) throws(AddressError) -> [UInt8] {
    if host.first == "[" {
      guard host.last == "]", let address = IPv6Text.bytes(of: host.dropFirst().dropLast()) else {
        throw .badHost
      }
      return Array("[\(IPv6Text.text(of: address))]".utf8)
    }
    guard host.allSatisfy({ $0 < 0x80 }) else { return try international(host) }
    let name = host.map(\.lowercased)
    if IPv4Text.isMeant(by: name) {
      guard let address = IPv4Text.bytes(of: name) else { throw .badHost }
      return Array(address.map(String.init).joined(separator: ".").utf8)
    }
    guard isValid(name) else { throw .badHost }
    return name
  }

  private static func international(_ host: ArraySlice<UInt8>) throws(AddressError) -> [UInt8] {
    guard host.count <= 1_000, let text = String(validating: host, as: UTF8.self),
      text.unicodeScalars.allSatisfy(isInNames)
    else { throw .badHost }
    return host.map(\.lowercased)
  }

  private static func isInNames(_ scalar: Unicode.Scalar) -> Bool {
    if let byte = UInt8(exactly: scalar.value), byte < 0x80 {
      return byte.isLetter || byte.isDigit || byte == "-" || byte == "_" || byte == "."
    }
    return switch scalar.properties.generalCategory {
    case .control, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
      .paragraphSeparator:
      false
    // Joiners of some scripts, and soft hyphens.
    case .format: [0xAD, 0x200C, 0x200D].contains(scalar.value)
    default: true
    }
  }

  /// RFC 1123 section 2.1, plus underscores and a trailing dot.
  private static func isValid(_ name: [UInt8]) -> Bool {
    let labels = (name.last == "." ? name.dropLast() : name[...])
      .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard name.count <= 254 else { return false }
    return labels.allSatisfy { label in
      (1...63).contains(label.count)
        && label.allSatisfy { $0.isLetter || $0.isDigit || $0 == "-" || $0 == "_" }
    }
  }
}
