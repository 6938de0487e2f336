import Values

/// The names that hosts can have.
enum HostName {
  /// The one form of a host that is written in many ways: a name in lower case, or an address in its
  /// usual form.
  ///
  /// A name that is not ASCII stays as it is written: what it is in the name service is found out by
  /// the one who asks for it.
  /// - Throws: `AddressError.badHost`.
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

  /// A name of letters, marks, digits and symbols in any script, which the name service may know.
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
    // What joins letters or parts them in some scripts, and hyphens that are left out.
    case .format: [0xAD, 0x200C, 0x200D].contains(scalar.value)
    default: true
    }
  }

  /// RFC 1123 section 2.1, with the underscore that some names have; one dot may end a name.
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
