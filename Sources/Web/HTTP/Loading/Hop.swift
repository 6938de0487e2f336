internal import ResponseStore

/// One request to one address, on the way of a load; equal ones share one transfer.
struct Hop: Hashable, Sendable {
  let request: HTTPRequest
  /// Every line that is sent beside those of the cache.
  let headers: [HTTPHeader]
  /// How it is signed; nil where it is not.
  let signature: Signature?

  /// The request for a log: its address, less what a log leaves out.
  var name: String { request.address.text }

  var key: CacheKey { CacheKey(request.address, range: request.range, question: request.question) }

  /// What the first part of its body is kept as, where a transfer has broken off.
  var begunKey: CacheKey { CacheKey(text: "begun \(request.address.text)") }
  /// Whether another transfer may go on where one has broken off.
  var mayGoOn: Bool {
    request.question == nil && request.range == nil && !request.acceptsCompression
  }

  /// Who asks, as far as the answer may depend on it; nil for anybody.
  var credentials: String? { signature?.credentials.keyID ?? request.address.login?.credentials }

  /// The same, to be asked for whatever is kept.
  var refreshing: Hop {
    var request = request
    request.caching = .revalidate
    return Hop(request: request, headers: headers, signature: signature)
  }
}

/// What is told of a hop while it is asked for.
enum HopEvent: Sendable {
  /// How far its transfer has come.
  case progress(HTTPProgress)
  /// The outcome.
  case answer(Result<HopAnswer, NetworkError>)
}

/// What one address answered: a success or a redirect.
struct HopAnswer: Sendable {
  let status: Int
  let headers: HTTPHeaders
  let body: HTTPBody
  let origin: HTTPResponse.Origin
  let isStale: Bool
  let isPeerPrivate: Bool

  init(_ stored: StoredResponse, origin: HTTPResponse.Origin, isStale: Bool = false) {
    status = stored.status
    headers = stored.headers
    body = stored.body
    self.origin = origin
    self.isStale = isStale
    isPeerPrivate = stored.isPeerPrivate
  }

  /// Whether it leads to another address: RFC 9110 section 15.4.
  var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) }

  /// The answer as it is handed out.
  func response(from address: WebAddress) -> HTTPResponse {
    HTTPResponse(
      address: address, status: status, headers: headers, body: body, origin: origin,
      isStale: isStale)
  }
}

extension CacheKey {
  /// The key of a `GET` of an address, or of some bytes of what is there, or of another question.
  init(_ address: WebAddress, range: Range<Int>? = nil, question: HTTPQuestion? = nil) {
    let part = range.map { " \($0.header)" } ?? ""
    let body = question.map { " \($0.body)" } ?? ""
    self.init(text: "\(question?.method ?? "GET") \(address.text)\(part)\(body)")
  }
}

extension Range<Int> {
  /// What asks for so many bytes and no others: RFC 9110, section 14.1.2.
  var header: String { "bytes=\(lowerBound)-\(upperBound - 1)" }
}
