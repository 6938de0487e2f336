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
