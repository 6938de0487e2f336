/// An absolute `http` or `https` URL without fragment.
///
/// Everything that RFC 3986 does not allow is percent-encoded, except for non-ASCII hosts in UTF-8.
/// URLs are equal if their normalized bytes are (RFC 3986 sections 6.2.2.1 and 6.2.2.3).
package struct WebURL: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  package static let byteLimit = 8_000

  /// The URL without user information and default port.
  private var text: [UInt8]
  private let userInfo: [UInt8]?
  private let pathStart: UInt16
  private var pathEnd: UInt16
  package let port: UInt16

  /// Ignores surrounding white space; throws `.relative` for a relative reference.
  package init(_ address: some Collection<UInt8>) throws(AddressError) {
    try self.init(URLParts(URLReference(address)))
  }

  init(_ parts: URLParts) throws(AddressError) {
    var text = Array("\(parts.scheme)://".utf8) + parts.host
    if parts.port != parts.scheme.defaultPort { text += Array(":\(parts.port)".utf8) }
    let pathStart = text.count
    text += parts.path
    let pathEnd = text.count
    if let query = parts.query { text += [UInt8(ascii: "?")] + query }
    guard text.count + (parts.userInfo?.count ?? 0) < Self.byteLimit else { throw .tooLong }
    self.text = text
    userInfo = parts.userInfo
    self.pathStart = UInt16(pathStart)
    self.pathEnd = UInt16(pathEnd)
    port = parts.port
  }

  /// The same URL with another host name, such as the one in ASCII.
  package func withHost(_ host: String) throws(AddressError) -> WebURL {
    var parts = parts
    parts.host = try HostName.normal(Array(host.utf8)[...])
    return try WebURL(parts)
  }

  /// Appends a path to a URL without query; cheap, since a list has thousands of them.
  ///
  /// `path` is encoded except for unreserved characters and slashes; must not have dot segments.
  package func below(_ path: [UInt8]) throws(AddressError) -> WebURL {
    let parts = path.split(separator: UInt8(ascii: "/"))
    guard !parts.contains(where: { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) })
    else { throw .relative }
    var text = Array(self.text[..<Int(pathEnd)])
    if text.last != "/" { text.append(UInt8(ascii: "/")) }
    PercentEncoding.append(path: path, to: &text)
    guard text.count + (userInfo?.count ?? 0) < Self.byteLimit else { throw .tooLong }
    var longer = self
    (longer.text, longer.pathEnd) = (text, UInt16(text.count))
    return longer
  }

  /// Resolves a reference (RFC 3986 section 5.2).
  package func resolving(_ reference: some Collection<UInt8>) throws(AddressError) -> WebURL {
    try WebURL(URLParts(URLReference(reference), against: parts))
  }

  package var scheme: URLScheme { text[4] == "s" ? .https : .http }

  /// A lowercase name, an IPv4 address, or an IPv6 address in brackets.
  package var host: String { String(decoding: parts.host, as: UTF8.self) }

  package var path: String { String(decoding: text[Int(pathStart)..<Int(pathEnd)], as: UTF8.self) }

  package var query: String? {
    pathEnd == text.count ? nil : String(decoding: text[(Int(pathEnd) + 1)...], as: UTF8.self)
  }

  /// Includes credentials: must not be displayed or logged.
  package var requestText: String {
    guard let userInfo else { return publicText }
    let start = hostStart
    return String(
      decoding: text[..<start] + userInfo + [UInt8(ascii: "@")] + text[start...], as: UTF8.self)
  }

  package var publicText: String { String(decoding: text, as: UTF8.self) }

  private var hostStart: Int { scheme == .https ? 8 : 7 }

  var parts: URLParts {
    var host = text[hostStart..<Int(pathStart)]
    if port != scheme.defaultPort { host = host.dropLast(":\(port)".utf8.count) }
    return URLParts(
      scheme: scheme, userInfo: userInfo, host: Array(host), port: port,
      path: Array(text[Int(pathStart)..<Int(pathEnd)]),
      query: Int(pathEnd) == text.count ? nil : Array(text[(Int(pathEnd) + 1)...]))
  }

  /// For display and logs: without credentials, and with `...` as the value of secret parameters.
  package var description: String {
    guard let query else { return publicText }
    let shown = query.split(separator: "&", omittingEmptySubsequences: false).map(Self.shown)
    return publicText.prefix { $0 != "?" } + "?" + shown.joined(separator: "&")
  }

  private static func shown(_ parameter: Substring) -> Substring {
    guard let equals = parameter.firstIndex(of: "="),
      secretNames.contains(parameter[..<equals].lowercased())
    else { return parameter }
    return parameter[...equals] + "..."
  }

  private static let secretNames: Set<String> = [
    "access_key", "access_token", "api_key", "api-key", "apikey", "auth", "client_id",
    "client_secret", "key", "password", "secret", "sig", "signature", "token", "x-amz-credential",
    "x-amz-security-token", "x-amz-signature",
  ]

  /// Prevents dumps and failed expectations from showing credentials.
  package var customMirror: Mirror { Mirror(self, children: ["address": description]) }
}

package enum AddressError: Error, Hashable, Sendable, CustomStringConvertible {
  case tooLong
  /// For example a line end of an injected header.
  case controlCharacter
  case relative
  case otherScheme, badHost, badPort

  package var description: String {
    switch self {
    case .tooLong: "the address is longer than \(WebURL.byteLimit) bytes"
    case .controlCharacter: "the address contains a control character"
    case .relative: "the address must begin with http:// or https://"
    case .otherScheme: "only http and https are supported"
    case .badHost: "the address has no valid host"
    case .badPort: "the address has no valid port"
    }
  }
}
