internal import Base

/// A response as it is kept.
package struct StoredResponse: Sendable {
  /// What it is found by.
  package let key: CacheKey
  /// The status code.
  package let status: Int
  /// The lines of its head; foreign bytes.
  package var headers: HTTPHeaders
  /// The lines of the request that the response depends on, as digests.
  package let selection: Selection
  /// When the request that brought or confirmed it was made, in seconds since 1970.
  package var requestedAt: Int
  /// When its answer was there, in seconds since 1970.
  package var receivedAt: Int
  /// Whether it came from a private network.
  package let isPeerPrivate: Bool
  /// Its body; foreign bytes.
  package internal(set) var body: HTTPBody

  /// The response with what a `304` says in the place of what was known: RFC 9111 section 3.2.
  package func confirmed(by headers: HTTPHeaders, requestedAt: Int, receivedAt: Int)
    -> StoredResponse
  {
    var confirmed = self
    confirmed.headers.replace(
      by: headers.lines.filter { !Self.ofTheMessage.contains($0.name) })
    confirmed.requestedAt = requestedAt
    confirmed.receivedAt = receivedAt
    return confirmed
  }

  /// Without header lines that are never needed again and may contain credentials.
  var withoutSecrets: StoredResponse {
    var response = self
    response.headers.lines.removeAll { ["set-cookie", "set-cookie2"].contains($0.name) }
    return response
  }

  /// Lines that describe one message or its body, and not the response.
  private static let ofTheMessage: Set<String> = [
    "connection", "content-encoding", "content-length", "content-range", "content-type",
    "keep-alive", "proxy-authenticate", "proxy-connection", "te", "trailer", "transfer-encoding",
    "upgrade",
  ]
}

/// What a response is found by: the method and the whole address with its query.
package struct CacheKey: Hashable, Sendable {
  let text: String

  /// Makes a key of a method and an address, separated by a space.
  package init(text: String) {
    self.text = text
  }

  /// The SHA-256 of the key in 64 hexadecimal digits: a name for a row or a file.
  var digest: String { SHA256.hexDigits(of: text.utf8) }
}
