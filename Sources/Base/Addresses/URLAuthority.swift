struct URLAuthority {
  /// Percent-encoded.
  let userInfo: [UInt8]?
  let host: [UInt8]
  let port: UInt16?

  /// The last `@` ends the user information, as in browsers.
  ///
  /// A backslash is rejected: some parsers treat it as a slash, which results in another host.
  init(_ authority: ArraySlice<UInt8>) throws(AddressError) {
    guard !authority.contains(UInt8(ascii: "\\")) else { throw .badHost }
    let at = authority.lastIndex(of: UInt8(ascii: "@"))
    userInfo = at.map { PercentEncoding.userInfo(authority[..<$0]) }.flatMap {
      $0.isEmpty ? nil : $0
    }
    let place = authority[(at.map { $0 + 1 } ?? authority.startIndex)...]
    let nameEnd = place.first == "[" ? place.firstIndex(of: UInt8(ascii: "]")) : place.startIndex
    guard let nameEnd else { throw .badHost }
    let hostEnd = place[nameEnd...].firstIndex(of: UInt8(ascii: ":")) ?? place.endIndex
    host = try HostName.normal(place[..<hostEnd])
    port = try Self.port(place[hostEnd...].dropFirst())
  }

  private static func port(_ digits: ArraySlice<UInt8>) throws(AddressError) -> UInt16? {
    guard !digits.isEmpty else { return nil }
    guard digits.allSatisfy(\.isDigit),
      let port = UInt16(String(decoding: digits, as: UTF8.self)), port > 0
    else { throw .badPort }
    return port
  }
}

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
    guard name.count <= 254 else { return false }
    return IPv4Text.labels(of: name).allSatisfy { label in
      (1...63).contains(label.count)
        && label.allSatisfy { $0.isLetter || $0.isDigit || $0 == "-" || $0 == "_" }
    }
  }
}
