/// The names that hosts can have.
enum HostName {
  /// The one form of a host that is written in many ways: a name in lower case and ASCII, or an
  /// address in its usual form.
  /// - Throws: `FeedError.badHost`.
  static func normal(_ host: ArraySlice<UInt8>) throws(FeedError) -> [UInt8] {
    if host.first == "[" {
      guard host.last == "]", let address = IPv6Text.bytes(of: host.dropFirst().dropLast()) else {
        throw .badHost
      }
      return Array("[\(IPv6Text.text(of: address))]".utf8)
    }
    let name = try ascii(host)
    if IPv4Text.isMeant(by: name) {
      guard let address = IPv4Text.bytes(of: name) else { throw .badHost }
      return Array(address.map(String.init).joined(separator: ".").utf8)
    }
    guard isValid(name) else { throw .badHost }
    return name
  }

  /// The labels in lower case, those in other scripts as RFC 3492 writes them.
  private static func ascii(_ host: ArraySlice<UInt8>) throws(FeedError) -> [UInt8] {
    if host.allSatisfy({ $0 < 0x80 }) { return host.map(\.lowercased) }
    guard host.count <= 1_000, let text = String(validating: host, as: UTF8.self) else {
      throw .badHost
    }
    var labels: [String] = []
    for label in text.lowercased().split(separator: ".", omittingEmptySubsequences: false) {
      guard let ascii = Punycode.label(label) else { throw .badHost }
      labels.append(ascii)
    }
    return Array(labels.joined(separator: ".").utf8)
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
