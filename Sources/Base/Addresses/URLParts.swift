struct URLParts {
  let scheme: URLScheme
  let userInfo: [UInt8]?
  var host: [UInt8]
  let port: UInt16
  /// Percent-encoded, without dot segments, with a leading slash.
  var path: [UInt8]
  var query: [UInt8]?
}

extension URLParts {
  /// Resolves a reference (RFC 3986 section 5.2.2), which must be absolute if there is no base.
  init(_ reference: URLReference, against base: URLParts? = nil) throws(AddressError) {
    let path = PercentEncoding.path(reference.path)
    let query = reference.query.map(PercentEncoding.query)
    if reference.scheme == nil, reference.authority == nil, let base {
      self = base
      self.query = query ?? (path.isEmpty ? base.query : nil)
      guard !path.isEmpty else { return }
      let lastSlash = base.path.lastIndex(of: UInt8(ascii: "/")) ?? 0
      let whole = path[0] == "/" ? path : base.path[...lastSlash] + path
      self.path = DotSegments.removed(from: whole)
      return
    }
    guard let scheme = reference.scheme.map(URLScheme.init) ?? base?.scheme else {
      throw reference.scheme == nil ? .relative : .otherScheme
    }
    guard let text = reference.authority else { throw .badHost }
    let authority = try URLAuthority(text)
    self.init(
      scheme: scheme, userInfo: authority.userInfo, host: authority.host,
      port: authority.port ?? scheme.defaultPort, path: DotSegments.removed(from: path),
      query: query)
  }
}

package enum URLScheme: String, Sendable {
  case http, https

  package var defaultPort: UInt16 { self == .http ? 80 : 443 }

  init?(_ name: ArraySlice<UInt8>) {
    self.init(rawValue: String(decoding: name.map(\.lowercased), as: UTF8.self))
  }
}
