package import Base

/// Equal concurrent requests share one transfer.
package struct HTTPRequest: Hashable, Sendable {
  package enum Caching: Hashable, Sendable {
    case standard
    /// Cached responses are used only after revalidation.
    case revalidate
    /// Only cached responses of any age are used.
    case onlyIfKept
    /// Cached responses are ignored and replaced.
    case reload
    case passing
  }

  package var address: WebAddress
  package var body: HTTPRequestBody?
  /// Sent only to the address's own origin.
  package var headers: HTTPHeaders
  package var caching: Caching
  /// Responses cached since this time are fresh, in seconds since 1970; nil uses HTTP's rules.
  package var keptSince: Int?
  /// Without quotes: only a cached response with it is fresh; nil uses HTTP freshness.
  package var entityTag: String?
  /// Not empty; the server may send the whole, as for nil.
  package var range: Range<Int>?
  package var byteLimit: Int
  /// For feeds; pictures are compressed already.
  package var acceptsCompression: Bool
  /// Whether private network addresses are allowed: not if a public host's feed named them.
  package var mayReachPrivateNetworks: Bool

  package init(
    _ address: WebAddress, body: HTTPRequestBody? = nil, headers: HTTPHeaders = HTTPHeaders(),
    caching: Caching = .standard, keptSince: Int? = nil, entityTag: String? = nil,
    range: Range<Int>? = nil, byteLimit: Int = 64_000_000, acceptsCompression: Bool = false,
    mayReachPrivateNetworks: Bool = true
  ) {
    (self.address, self.body, self.headers, self.caching) = (address, body, headers, caching)
    (self.keptSince, self.entityTag, self.range) = (keptSince, entityTag, range)
    (self.byteLimit, self.acceptsCompression) = (byteLimit, acceptsCompression)
    self.mayReachPrivateNetworks = mayReachPrivateNetworks
  }
}

/// A safe request with a body, which can be retried and whose response can be cached. It follows
/// redirects to other origins, so it must not contain secrets.
package struct HTTPRequestBody: Hashable, Sendable {
  let method: String
  let lines: [HTTPHeader]
  /// Without zero bytes.
  let text: String

  private init(method: String, lines: [(String, String)], text: String) {
    self.method = method
    self.lines = lines.compactMap { HTTPHeader($0.0, $0.1) }
    self.text = text
  }

  /// For a file, or a folder and its children (RFC 4918, section 9.1). `X-Requested-With` is
  /// required by Nextcloud's public shares against cross-site requests.
  package static func properties(_ body: String) -> HTTPRequestBody {
    HTTPRequestBody(
      method: "PROPFIND",
      lines: [
        ("Depth", "1"), ("Content-Type", "application/xml; charset=utf-8"),
        ("X-Requested-With", "XMLHttpRequest"),
      ], text: body)
  }

  package static func search(_ query: JSONValue) -> HTTPRequestBody {
    HTTPRequestBody(method: "POST", lines: [("Content-Type", "application/json")], text: "\(query)")
  }
}
