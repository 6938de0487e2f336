internal import Base

package struct StoredResponse: Sendable {
  package let key: CacheKey
  package let status: Int
  /// Untrusted.
  package var headers: HTTPHeaders
  package let selection: Selection
  /// When the request that loaded or confirmed it was made, in seconds since 1970.
  package var requestedAt: Int
  /// When its response arrived, in seconds since 1970.
  package var receivedAt: Int
  /// Whether it came from a private network.
  package let isPeerPrivate: Bool
  /// Untrusted.
  package internal(set) var body: HTTPBody

  /// Updated by the headers of a `304` (RFC 9111 section 3.2).
  package func confirmed(by headers: HTTPHeaders, requestedAt: Int, receivedAt: Int)
    -> StoredResponse
  {
    var confirmed = self
    confirmed.headers.replace(by: headers.lines.filter { !Self.ofTheMessage.contains($0.name) })
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

  /// Headers of a message or its body, and not of the response.
  private static let ofTheMessage: Set<String> = [
    "connection", "content-encoding", "content-length", "content-range", "content-type",
    "keep-alive", "proxy-authenticate", "proxy-connection", "te", "trailer", "transfer-encoding",
    "upgrade",
  ]
}

/// Method and address, with a range or a body if there is one.
package struct CacheKey: Hashable, Sendable {
  let text: String

  package init(text: String) {
    self.text = text
  }

  /// SHA-256, for file names.
  var digest: String { SHA256.hexDigits(of: text.utf8) }
}
