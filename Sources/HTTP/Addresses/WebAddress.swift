import Base
import CCurl
import CIDN2
import Glibc

/// An `http` or `https` URL without fragment; parsed by libcurl, which connects to the same host.
package struct WebAddress: Hashable, Sendable, CustomStringConvertible {
  /// The URL as requested, without login and fragment; at most 8,000 bytes of ASCII.
  package let text: String
  package let origin: WebOrigin
  /// Must never be shown; not part of `text`.
  let login: Login?

  static let byteLimit = 8_000
}

extension WebAddress {
  /// Throws `NetworkError.badAddress`, `.unsupportedScheme`, or `.libraryMissing`.
  package init(_ text: String) throws(NetworkError) {
    guard text.contains("://") else {
      throw text.prefix { $0 != "/" }.contains(":") ? .unsupportedScheme : .badAddress
    }
    var parser = try AddressParser()
    try parser.read(text)
    try self.init(parser)
  }

  /// A redirect's target without login. Throws `NetworkError.badRedirect`, `.unsupportedScheme`.
  package func resolving(_ reference: [UInt8]) throws(NetworkError) -> WebAddress {
    var parser = try AddressParser()
    try parser.read(text)
    guard let reference = String(validating: reference, as: UTF8.self) else { throw .badRedirect }
    do throws(NetworkError) {
      // A fragment alone is the same address (RFC 3986, section 5.2.2); not so in libcurl 7.
      if !reference.isEmpty, !reference.hasPrefix("#") { try parser.read(reference) }
      return try WebAddress(parser).with(login: nil)
    } catch {
      throw error == .badAddress ? .badRedirect : error
    }
  }

  private init(_ parser: borrowing AddressParser) throws(NetworkError) {
    let (origin, login) = (try parser.origin(), parser.login())
    self.init(text: try parser.text(), origin: origin, login: login)
  }

  func with(login: Login?) -> WebAddress {
    WebAddress(text: text, origin: origin, login: login)
  }

  package var description: String { text }
}

/// Scheme, host and port (RFC 6454).
package struct WebOrigin: Hashable, Sendable {
  package let isSecure: Bool
  /// In lower case; an IPv6 address is in brackets.
  package let host: String
  package let port: Int

  var bareHost: String { host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host }
}

struct Login: Hashable, Sendable {
  let user, password: String

  var credentials: String { "\(user)\n\(password)" }
}

@safe
struct AddressParser: ~Copyable {
  private let handle: OpaquePointer

  /// Throws `NetworkError.libraryMissing` or `.libraryTooOld`.
  init() throws(NetworkError) {
    try NetworkLibrary.loadCurl()
    guard let handle = unsafe ccurl_url() else { throw .libraryMissing }
    unsafe self.handle = handle
  }

  deinit {
    unsafe ccurl_url_cleanup(handle)
  }

  mutating func read(_ text: String) throws(NetworkError) {
    guard text.utf8.count <= WebAddress.byteLimit, !text.utf8.contains(0) else { throw .badAddress }
    // libcurl 8 rejects spaces without this flag, even if they are to be encoded.
    let flags = UInt32(CURLU_URLENCODE) | UInt32(CURLU_ALLOW_SPACE)
    let code = unsafe ccurl_url_set(handle, CURLUPART_URL, text, flags)
    switch code {
    case CURLUE_OK: break
    case CURLUE_UNSUPPORTED_SCHEME, CURLUE_BAD_FILE_URL: throw .unsupportedScheme
    case CURLUE_OUT_OF_MEMORY: throw .libraryMissing
    default: throw .badAddress
    }
    unsafe ccurl_url_set(handle, CURLUPART_FRAGMENT, nil, 0)
    try writeHostInASCII()
  }

  /// International host names: libcurl converts them wrongly in the C locale, and by older rules.
  private func writeHostInASCII() throws(NetworkError) {
    guard let host = part(CURLUPART_HOST) else { return }
    let ascii = try InternationalName.ascii(host)
    guard ascii != host else { return }
    guard unsafe ccurl_url_set(handle, CURLUPART_HOST, ascii, 0) == CURLUE_OK else {
      throw .badAddress
    }
    // Parses again, since the result may be an IP address in one of its many notations.
    guard let text = part(CURLUPART_URL),
      unsafe ccurl_url_set(handle, CURLUPART_URL, text, 0) == CURLUE_OK
    else { throw .badAddress }
  }

  func origin() throws(NetworkError) -> WebOrigin {
    let scheme = part(CURLUPART_SCHEME)
    guard scheme == "http" || scheme == "https" else { throw .unsupportedScheme }
    guard let host = part(CURLUPART_HOST)?.lowercased(), !host.isEmpty,
      let port = part(CURLUPART_PORT, flags: CURLU_DEFAULT_PORT).flatMap({ Int($0) }),
      (1...65_535).contains(port)
    else { throw .badAddress }
    return WebOrigin(isSecure: scheme == "https", host: host, port: port)
  }

  /// Percent-decoded.
  func login() -> Login? {
    guard let user = part(CURLUPART_USER, flags: CURLU_URLDECODE) else { return nil }
    return Login(user: user, password: part(CURLUPART_PASSWORD, flags: CURLU_URLDECODE) ?? "")
  }

  func text() throws(NetworkError) -> String {
    unsafe ccurl_url_set(handle, CURLUPART_USER, nil, 0)
    unsafe ccurl_url_set(handle, CURLUPART_PASSWORD, nil, 0)
    if let host = part(CURLUPART_HOST)?.lowercased() {
      unsafe ccurl_url_set(handle, CURLUPART_HOST, host, 0)
    }
    guard let text = part(CURLUPART_URL, flags: CURLU_NO_DEFAULT_PORT) else { throw .badAddress }
    guard text.utf8.count <= WebAddress.byteLimit else { throw .badAddress }
    return text
  }

  private func part(_ part: CURLUPart, flags: Int32 = 0) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard unsafe ccurl_url_get(handle, part, &text, UInt32(flags)) == CURLUE_OK,
      let text = unsafe text
    else { return nil }
    defer { unsafe ccurl_free(text) }
    return unsafe String(validatingCString: text)
  }
}

package enum InternationalName {
  /// IDNA 2008 with UTS #46 mapping, non-transitional, as in curl and browsers. The name must not
  /// contain a zero byte; the result may be anything that the mapping yields, such as an IP
  /// address. Throws `NetworkError.badAddress` for an invalid host name, or `.namesLibraryMissing`.
  package static func ascii(_ name: String) throws(NetworkError) -> String {
    guard !name.utf8.allSatisfy({ $0 < 0x80 }) else { return name }
    guard cidn2_load() else { throw .namesLibraryMissing }
    guard let ascii = unsafe cidn2_to_ascii(name) else { throw .badAddress }
    defer { unsafe cidn2_free(ascii) }
    return unsafe String(cString: ascii)
  }
}

extension IPAddress {
  /// Nil for address families other than IPv4 and IPv6.
  init?(_ address: UnsafePointer<sockaddr>) {
    let bytes: [UInt8]
    switch Int32(unsafe address.pointee.sa_family) {
    case AF_INET:
      bytes = unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        unsafe withUnsafeBytes(of: $0.pointee.sin_addr) { unsafe Array($0) }
      }
    case AF_INET6:
      bytes = unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        unsafe withUnsafeBytes(of: $0.pointee.sin6_addr) { unsafe Array($0) }
      }
    default: return nil
    }
    self.init(bytes: bytes)
  }
}

/// Proxies from the environment, with curl's rules. `http_proxy` is read in lower case only, since
/// a CGI server's `HTTP_PROXY` may come from a request.
package struct ProxyVariables: Sendable {
  private let open, secure: String?
  private let exceptions: [String]

  package init(environment: (String) -> String?) {
    func value(_ names: String...) -> String? {
      names.compactMap(environment).first { !$0.isEmpty }
    }
    let all = value("all_proxy", "ALL_PROXY")
    open = value("http_proxy") ?? all
    secure = value("https_proxy", "HTTPS_PROXY") ?? all
    exceptions = (value("no_proxy", "NO_PROXY") ?? "").lowercased()
      .split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init)
  }

  /// In libcurl's syntax; nil for a direct connection.
  func proxy(for origin: WebOrigin) -> String? {
    guard let proxy = origin.isSecure ? secure : open else { return nil }
    return exceptions.contains { Self.matches($0, origin.bareHost) } ? nil : proxy
  }

  private static func matches(_ exception: String, _ host: String) -> Bool {
    if exception == "*" { return true }
    let name = exception.hasPrefix(".") ? String(exception.dropFirst()) : exception
    return host == name || host.hasSuffix(".\(name)") || isInNetwork(host, name)
  }

  private static func isInNetwork(_ host: String, _ network: String) -> Bool {
    let parts = network.split(separator: "/", maxSplits: 1)
    guard parts.count == 2, let bits = Int(parts[1]), let address = IPAddress(host),
      let base = IPAddress(String(parts[0]))
    else { return false }
    let isShort = parts[0].contains(".")
    guard (0...(isShort ? 32 : 128)).contains(bits) else { return false }
    return address.hasPrefix(base.bytes, bits: isShort ? bits + 96 : bits)
  }
}
