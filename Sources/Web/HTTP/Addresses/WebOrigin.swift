/// Scheme, host and port: RFC 6454.
package struct WebOrigin: Hashable, Sendable {
  /// Whether the connection is encrypted.
  package let isSecure: Bool
  /// The host in lower case; an IPv6 address in brackets.
  package let host: String
  /// The port, from 1 to 65535.
  package let port: Int
}
