internal import CCurl

/// The address of something on the web: `http` or `https`, absolute, without a fragment.
///
/// It is read by libcurl's own parser, so that what is checked here is what is asked there.
package struct WebAddress: Hashable, Sendable {
  /// The whole address in the form that is asked for, without login and fragment; at most 8,000
  /// bytes of ASCII.
  package let text: String
  /// What two addresses have in common that trust each other.
  package let origin: WebOrigin
  /// The login that stood before the host; never shown, and no part of `text`.
  let login: Login?

  /// The greatest length, in bytes.
  static let byteLimit = 8_000

  /// Reads an address as a person types it or a list has it.
  /// - Throws: `NetworkError.badAddress`, `.unsupportedScheme`, or `.libraryMissing`.
  package init(_ text: String) throws(NetworkError) {
    guard text.contains("://") else {
      throw text.prefix { $0 != "/" }.contains(":") ? .unsupportedScheme : .badAddress
    }
    var parser = try AddressParser()
    try parser.read(text)
    try self.init(parser)
  }

  /// Reads what a redirect says, from the address that said it; a login in it is dropped.
  /// - Throws: `NetworkError.badRedirect` or `.unsupportedScheme`.
  func resolving(_ reference: [UInt8]) throws(NetworkError) -> WebAddress {
    var parser = try AddressParser()
    try parser.read(text)
    guard let reference = String(validating: reference, as: UTF8.self) else { throw .badRedirect }
    do throws(NetworkError) {
      // Nothing but a fragment names the same address (RFC 3986, section 5.2.2); libcurl 7 leads to
      // its folder.
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

  /// The same with a login before the host.
  func with(_ login: Login) -> WebAddress { WebAddress(text: text, origin: origin, login: login) }
}

extension WebAddress: CustomStringConvertible {
  /// The same as `text`; not sanitised.
  package var description: String { text }
}

/// Scheme, host and port: RFC 6454.
package struct WebOrigin: Hashable, Sendable {
  /// Whether the connection is encrypted.
  package let isSecure: Bool
  /// The host in lower case; an IPv6 address in brackets.
  package let host: String
  /// The port, from 1 to 65535.
  package let port: Int
}

/// A name and a password for one host.
struct Login: Hashable, Sendable {
  let user: String
  let password: String

  /// What the `Authorization` is made from.
  var credentials: String { "\(user)\n\(password)" }
}
