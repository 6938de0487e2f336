struct URLParts {
  let scheme: URLScheme
  let userInfo: [UInt8]?
  let host: [UInt8]
  let port: UInt16
  /// Percent-encoded, without dot segments, with a leading slash.
  let path: [UInt8]
  let query: [UInt8]?
}

extension URLParts {
  init(absolute reference: URLReference) throws(AddressError) {
    guard let name = reference.scheme else { throw .relative }
    guard let scheme = URLScheme(name) else { throw .otherScheme }
    guard let authority = reference.authority else { throw .badHost }
    self.init(
      scheme: scheme, authority: try URLAuthority(authority),
      path: DotSegments.removed(from: PercentEncoding.path(reference.path)),
      query: reference.query.map(PercentEncoding.query))
  }

  /// Resolves a reference (RFC 3986 section 5.2.2).
  init(resolving reference: URLReference, against base: URLParts) throws(AddressError) {
    guard reference.scheme == nil else {
      try self.init(absolute: reference)
      return
    }
    let path = PercentEncoding.path(reference.path)
    let query = reference.query.map(PercentEncoding.query)
    if let authority = reference.authority {
      self.init(
        scheme: base.scheme, authority: try URLAuthority(authority),
        path: DotSegments.removed(from: path), query: query)
    } else if path.isEmpty {
      self.init(base, path: base.path, query: query ?? base.query)
    } else {
      let whole = path[0] == "/" ? path : base.path[...base.lastSlash] + path
      self.init(base, path: DotSegments.removed(from: whole), query: query)
    }
  }

  private init(scheme: URLScheme, authority: URLAuthority, path: [UInt8], query: [UInt8]?) {
    self.init(
      scheme: scheme, userInfo: authority.userInfo, host: authority.host,
      port: authority.port ?? scheme.defaultPort, path: path, query: query)
  }

  private init(_ base: URLParts, path: [UInt8], query: [UInt8]?) {
    self.init(
      scheme: base.scheme, userInfo: base.userInfo, host: base.host, port: base.port, path: path,
      query: query)
  }

  private var lastSlash: Int { path.lastIndex(of: UInt8(ascii: "/")) ?? 0 }
}

package enum URLScheme: String, Sendable {
  case http, https

  package var defaultPort: UInt16 { self == .http ? 80 : 443 }

  init?(_ name: ArraySlice<UInt8>) {
    self.init(rawValue: String(decoding: name.map(\.lowercased), as: UTF8.self))
  }
}
