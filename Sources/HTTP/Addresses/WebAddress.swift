internal import CCurl

/// An absolute `http` or `https` URL without fragment.
///
/// Parsed by libcurl, so that the host that is checked is the one that is connected to.
package struct WebAddress: Hashable, Sendable {
  /// The URL as requested, without login and fragment; at most 8,000 bytes of ASCII.
  package let text: String
  package let origin: WebOrigin
  /// Must never be shown; not part of `text`.
  let login: Login?

  static let byteLimit = 8_000

  /// Parses an address as typed or listed.
  ///
  /// Throws `NetworkError.badAddress`, `.unsupportedScheme`, or `.libraryMissing`.
  package init(_ text: String) throws(NetworkError) {
    guard text.contains("://") else {
      throw text.prefix { $0 != "/" }.contains(":") ? .unsupportedScheme : .badAddress
    }
    var parser = try AddressParser()
    try parser.read(text)
    try self.init(parser)
  }

  /// Resolves the target of a redirect, dropping its login.
  ///
  /// Throws `NetworkError.badRedirect` or `.unsupportedScheme`.
  func resolving(_ reference: [UInt8]) throws(NetworkError) -> WebAddress {
    var parser = try AddressParser()
    try parser.read(text)
    guard let reference = String(validating: reference, as: UTF8.self) else { throw .badRedirect }
    do throws(NetworkError) {
      // A fragment alone is the same address (RFC 3986, section 5.2.2); libcurl 7 resolves it to
      // the parent folder.
      if !reference.isEmpty, !reference.hasPrefix("#") { try parser.read(reference) }
      return try WebAddress(parser).withoutLogin
    } catch {
      throw error == .badAddress ? .badRedirect : error
    }
  }

  private init(_ parser: borrowing AddressParser) throws(NetworkError) {
    origin = try parser.origin()
    login = parser.login()
    text = try parser.text()
  }

  private init(text: String, origin: WebOrigin, login: Login?) {
    self.text = text
    self.origin = origin
    self.login = login
  }

  private var withoutLogin: WebAddress { WebAddress(text: text, origin: origin, login: nil) }

  func with(_ login: Login) -> WebAddress { WebAddress(text: text, origin: origin, login: login) }
}

extension WebAddress: CustomStringConvertible {
  package var description: String { text }
}

/// Scheme, host and port (RFC 6454).
package struct WebOrigin: Hashable, Sendable {
  package let isSecure: Bool
  /// In lower case; an IPv6 address is in brackets.
  package let host: String
  package let port: Int
}

struct Login: Hashable, Sendable {
  let user: String
  let password: String

  /// Identifies the login in cache keys.
  var credentials: String { "\(user)\n\(password)" }
}
