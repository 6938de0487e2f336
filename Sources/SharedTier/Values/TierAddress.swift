internal import Base

/// For example `memcached://shelf1:11211,shelf2`, `redis://team:password@shelf` or
/// `rediss://shelf:6380`. The description omits the login.
package struct TierAddress: Hashable, Sendable, CustomStringConvertible {
  package enum Engine: String, Hashable, Sendable {
    case memcached
    /// Also Valkey and KeyDB.
    case redis

    var port: Int { self == .memcached ? 11_211 : 6_379 }
  }

  private static let nodeLimit = 64

  package let engine: Engine
  package let isEncrypted: Bool
  package let nodes: [TierNode]
  let login: TierLogin?

  package init(_ text: String) throws(TierAddressError) {
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else {
      throw .noScheme
    }
    switch text[..<colon].lowercased() {
    case "memcached": (engine, isEncrypted) = (.memcached, false)
    case "redis": (engine, isEncrypted) = (.redis, false)
    case "rediss": (engine, isEncrypted) = (.redis, true)
    default: throw .unknownScheme
    }
    var rest = text[colon...].dropFirst(3)
    if rest.hasSuffix("/") { rest = rest.dropLast() }
    if let at = rest.lastIndex(of: "@") {
      guard engine == .redis else { throw .loginWithoutUse }
      login = try TierLogin(rest[..<at])
      rest = rest[rest.index(after: at)...]
    } else {
      login = nil
    }
    let engine = engine
    let nodes = try rest.split(separator: ",", omittingEmptySubsequences: false).map {
      part throws(TierAddressError) in try TierNode(part, usualPort: engine.port)
    }
    guard nodes.count <= Self.nodeLimit else { throw .tooManyNodes }
    guard Set(nodes).count == nodes.count else { throw .nodeTwice }
    self.nodes = nodes
  }

  package var description: String {
    let scheme = isEncrypted ? "rediss" : engine.rawValue
    return "\(scheme)://" + nodes.map(\.description).joined(separator: ",")
  }
}

package struct TierNode: Hashable, Sendable, CustomStringConvertible {
  /// A name or an IP address; IPv6 is in brackets.
  let host: String
  let port: Int

  init(_ text: Substring, usualPort: Int) throws(TierAddressError) {
    let end = text.hasPrefix("[") ? text.firstIndex(of: "]").map(text.index(after:)) : nil
    let colon = text[(end ?? text.startIndex)...].firstIndex(of: ":")
    let host = text[..<(colon ?? text.endIndex)]
    let isBracketed = end == host.endIndex && host.hasPrefix("[")
    guard !host.isEmpty, host.utf8.allSatisfy(Self.isAllowed),
      isBracketed || !host.utf8.contains(where: { "[]:".utf8.contains($0) })
    else { throw .badHost }
    self.host = host.lowercased()
    guard let colon else {
      port = usualPort
      return
    }
    let digits = text[text.index(after: colon)...]
    guard digits.utf8.allSatisfy(\.isDigit), let port = Int(digits), (1...65_535).contains(port)
    else { throw .badPort }
    self.port = port
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "-._[]:".utf8.contains(byte)
  }

  package var description: String { "\(host):\(port)" }
}

struct TierLogin: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  let user, password: String

  /// Parses `user:password`, or `:password` for the default user.
  init(_ text: Substring) throws(TierAddressError) {
    guard let colon = text.firstIndex(of: ":"), let user = Self.decoded(text[..<colon]),
      let password = Self.decoded(text[text.index(after: colon)...]), !password.isEmpty
    else { throw .badLogin }
    self.user = user.isEmpty ? "default" : user
    self.password = password
  }

  private static func decoded(_ text: Substring) -> String? {
    PercentEncoding.strictlyDecoded(text.utf8).flatMap { String(validating: $0, as: UTF8.self) }
  }

  var description: String { "a login" }
  var customMirror: Mirror { Mirror(self, children: []) }
}

/// Repeats nothing of the address, which may have a password.
package enum TierAddressError: String, Error, CustomStringConvertible {
  case noScheme = "expected memcached://HOST, redis://HOST or rediss://HOST"
  case unknownScheme = "expected memcached://, redis:// or rediss://"
  case loginWithoutUse = "memcached:// takes no login"
  case badLogin = "a login is USER:PASSWORD, with @ : / and % percent-encoded"
  case badHost = "expected host names, separated by commas"
  case badPort = "expected a port from 1 to 65535"
  case nodeTwice = "a host is named twice"
  case tooManyNodes = "at most 64 hosts"

  package var description: String { rawValue }
}
