package struct HTTPResponse: Sendable {
  package enum Origin: Hashable, Sendable {
    case network
    /// Cached, and just confirmed by its origin.
    case revalidated
    case disk, memory
  }

  package let address: WebAddress
  package let status: Int
  /// Untrusted bytes.
  package let headers: HTTPHeaders
  package let body: HTTPBody
  package let origin: Origin
  /// Whether it is past its lifetime: when offline, or if its headers allow it during revalidation
  /// or after errors.
  package let isStale: Bool

  package var isPart: Bool {
    headers["content-range"].flatMap { ContentRange($0) }.map { $0.bytes.count != $0.total }
      ?? false
  }
}

package struct HTTPProgress: Hashable, Sendable {
  package let received: Int
  /// Bytes of the whole body; nil if unknown or decompressed.
  package let expected: Int?
  /// Nil once it has responded.
  package internal(set) var awaitedHost: String?
}
