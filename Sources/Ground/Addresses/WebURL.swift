import Values

/// The address of something on the web: `http` or `https`, absolute, without a fragment.
///
/// What RFC 3986 does not allow is percent-encoded, so that all but the host is printable ASCII; a
/// host in another script is UTF-8, as it was written. Two addresses are equal where the bytes of
/// their normal form are (RFC 3986 sections 6.2.2.1 and 6.2.2.3).
package struct WebURL: Hashable, Sendable {
  /// The greatest length, in bytes.
  package static let byteLimit = 8_000

  /// Scheme, host, port unless it is the usual one, path and query: all but the user.
  private let text: [UInt8]
  /// The name and the password before the host, percent-encoded; nil where there is none.
  private let userInfo: [UInt8]?
  /// Where the path begins in the text.
  private let pathStart: UInt16
  /// Where the path ends in the text.
  private let pathEnd: UInt16
  /// The port, also where it is the usual one.
  package let port: UInt16

  /// Reads an address as a person types it or a list has it; white space around it does not count.
  /// - Throws: `AddressError.relative`, and the other errors about addresses.
  package init(_ address: some Collection<UInt8>) throws(AddressError) {
    let reference = try URLReference(address)
    self = try WebURL(URLParts(absolute: reference))
  }

  /// Joins parts.
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

  /// The same address of a host by another name, such as the one in ASCII.
  /// - Throws: `AddressError.badHost` where that is no name, or `.tooLong`.
  package func withHost(_ host: String) throws(AddressError) -> WebURL {
    let parts = parts
    return try WebURL(
      URLParts(
        scheme: parts.scheme, userInfo: parts.userInfo,
        host: try HostName.normal(Array(host.utf8)[...]), port: parts.port, path: parts.path,
        query: parts.query))
  }

  /// The address of something that lies below this one, which has no query: a list has thousands of them.
  /// - Parameter path: What stands behind the path and a slash, as it is: none of its parts is `.` or `..`.
  /// - Returns: The address that has all of it percent-encoded, but letters, digits, `-`, `.`, `_`, `~` and slashes.
  /// - Throws: `AddressError.tooLong`, and `.relative` where a part is a dot segment.
  package func below(_ path: [UInt8]) throws(AddressError) -> WebURL {
    let parts = path.split(separator: UInt8(ascii: "/"))
    guard !parts.contains(where: { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) })
    else { throw .relative }
    var text = Array(self.text[..<Int(pathEnd)])
    if text.last != "/" { text.append(UInt8(ascii: "/")) }
    PercentEncoding.append(path: path, to: &text)
    guard text.count + (userInfo?.count ?? 0) < Self.byteLimit else { throw .tooLong }
    return WebURL(self, text: text)
  }

  /// An address on the same server, whose path goes to the end of the text.
  private init(_ other: WebURL, text: [UInt8]) {
    self.text = text
    userInfo = other.userInfo
    pathStart = other.pathStart
    pathEnd = UInt16(text.count)
    port = other.port
  }

  /// Reads what a document at this address calls another one: RFC 3986 section 5.2.
  /// - Throws: The errors about addresses.
  package func resolving(_ reference: some Collection<UInt8>) throws(AddressError) -> WebURL {
    try WebURL(URLParts(resolving: URLReference(reference), against: parts))
  }
}

extension WebURL {
  /// How the server is spoken to.
  package var scheme: URLScheme { text[4] == "s" ? .https : .http }

  /// The name, in lower case as far as it is ASCII, the four numbers of an IPv4 address, or an IPv6 address in brackets.
  package var host: String {
    String(decoding: parts.host, as: UTF8.self)
  }

  /// The path, which begins with a slash.
  package var path: String {
    String(decoding: text[Int(pathStart)..<Int(pathEnd)], as: UTF8.self)
  }

  /// What follows the question mark; nil where there is none.
  package var query: String? {
    pathEnd == text.count ? nil : String(decoding: text[(Int(pathEnd) + 1)...], as: UTF8.self)
  }

  /// What to ask for, with the name and the password if there are any: never to be shown.
  package var requestText: String {
    guard let userInfo else { return String(decoding: text, as: UTF8.self) }
    let start = hostStart
    return String(
      decoding: text[..<start] + userInfo + [UInt8(ascii: "@")] + text[start...], as: UTF8.self)
  }

  /// The address without a name and a password.
  package var publicText: String { String(decoding: text, as: UTF8.self) }

  private var hostStart: Int { scheme == .https ? 8 : 7 }

  /// The parts it was made of.
  var parts: URLParts {
    let authority = text[hostStart..<Int(pathStart)]
    let usualPort = port == scheme.defaultPort
    let hostEnd =
      usualPort
      ? authority.endIndex
      : authority.lastIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
    return URLParts(
      scheme: scheme, userInfo: userInfo, host: Array(authority[..<hostEnd]), port: port,
      path: Array(text[Int(pathStart)..<Int(pathEnd)]),
      query: Int(pathEnd) == text.count ? nil : Array(text[(Int(pathEnd) + 1)...]))
  }
}

extension WebURL: CustomStringConvertible {
  /// The address as it may be shown and logged: without name and password, and with an ellipsis of
  /// three dots for the value of each parameter that is a key by its name.
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
}

extension WebURL: CustomReflectable {
  /// Nothing but what may be shown, for dumps and failed expectations.
  package var customMirror: Mirror { Mirror(self, children: ["address": description]) }
}

/// Why a text is no address of something on the web; each case is one sentence for the user.
package enum AddressError: Error, Hashable, Sendable {
  /// It is longer than `WebURL.byteLimit`.
  case tooLong
  /// It holds a control character, such as the line end of an injected header.
  case controlCharacter
  /// It does not say where it begins, and there is nothing it could be relative to.
  case relative
  /// It is neither of `http` nor of `https`.
  case otherScheme
  /// It names no host, or one that no host can have.
  case badHost
  /// The port is no number from 1 to 65535.
  case badPort
}

extension AddressError: CustomStringConvertible {
  /// One short phrase in ASCII, as a command line prints it behind the argument.
  package var description: String {
    switch self {
    case .tooLong: "the address is longer than \(WebURL.byteLimit) bytes"
    case .controlCharacter: "the address has a control character in it"
    case .relative: "not an address that begins with http:// or https://"
    case .otherScheme: "only http and https are read"
    case .badHost: "the address has no valid host"
    case .badPort: "the address has no valid port"
    }
  }
}
