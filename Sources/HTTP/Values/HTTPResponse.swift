package struct HTTPResponse: Sendable {
  package enum Origin: Hashable, Sendable {
    case network
    /// Cached, and just confirmed by its origin.
    case revalidated
    case disk, memory
  }

  package internal(set) var address: WebAddress
  let stored: StoredResponse
  package let origin: Origin
  /// Past its lifetime: offline, or if headers allow it during revalidation or after errors.
  package internal(set) var isStale = false

  package var status: Int { stored.status }
  package var headers: HTTPHeaders { stored.headers }
  package var body: HTTPBody { stored.body }

  var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) }

  package var isPart: Bool {
    headers["content-range"].flatMap { ContentRange($0) }.map { $0.bytes.count != $0.total }
      ?? false
  }
}

extension HTTPResponse {
  init(local bytes: [UInt8], entityTag: String, at address: WebAddress) {
    let headers = HTTPHeaders([HTTPHeader("etag", "\"\(entityTag)\"")].compactMap(\.self))
    stored = StoredResponse(
      key: CacheKey(text: address.text), status: 200, headers: headers,
      selection: Selection(lines: []), requestedAt: 0, receivedAt: 0, isPeerPrivate: true,
      body: .bytes(bytes))
    (self.address, origin) = (address, .memory)
  }
}

package struct HTTPProgress: Hashable, Sendable {
  package let received: Int
  /// Bytes of the whole body; nil if unknown or decompressed.
  package let expected: Int?
  /// Nil once it has responded.
  package internal(set) var awaitedHost: String?

  package init(received: Int, expected: Int?, awaitedHost: String? = nil) {
    (self.received, self.expected, self.awaitedHost) = (received, expected, awaitedHost)
  }
}
