import Values

/// A way to speak to a server.
package enum URLScheme: String, Sendable {
  /// In the open.
  case http
  /// Over TLS.
  case https

  /// The port where none is named.
  package var defaultPort: UInt16 { self == .http ? 80 : 443 }

  /// Reads the name in either case; nil where it is another.
  init?(_ name: ArraySlice<UInt8>) {
    self.init(rawValue: String(decoding: name.map(\.lowercased), as: UTF8.self))
  }
}
