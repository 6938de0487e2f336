/// The authority of a URL (RFC 3986 section 3.2).
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
