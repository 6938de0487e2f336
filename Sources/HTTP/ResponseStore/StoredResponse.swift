internal import Base

struct StoredResponse: Sendable {
  let key: CacheKey
  let status: Int
  var headers: HTTPHeaders
  let selection: Selection
  /// When the request that loaded or confirmed it was made, in seconds since 1970.
  var requestedAt: Int
  /// When its response arrived, in seconds since 1970.
  var receivedAt: Int
  let isPeerPrivate: Bool
  /// Untrusted.
  var body: HTTPBody

  func confirmed(by headers: HTTPHeaders, requestedAt: Int, receivedAt: Int)
    -> StoredResponse
  {
    var confirmed = self
    confirmed.headers = self.headers.updated(by: headers)
    (confirmed.requestedAt, confirmed.receivedAt) = (requestedAt, receivedAt)
    return confirmed
  }

  /// Without header lines that are never needed again and may contain credentials.
  var withoutSecrets: StoredResponse {
    var response = self
    response.headers.lines.removeAll { ["set-cookie", "set-cookie2"].contains($0.name) }
    return response
  }
}

/// Method and address, with a range or a body if there is one.
struct CacheKey: Hashable, Sendable {
  let text: String

  var digest: String { SHA256.hexDigits(of: text.utf8) }
}

/// Those named by `Vary` (RFC 9111 section 4.1), and always those with credentials. Values are
/// stored as digests, so that no password is written to disk.
struct Selection: Hashable, Sendable {
  /// Lower-case names with the SHA-256 of the sent value, if any; sorted by name.
  let lines: [String]

  private static let always = ["authorization", "cookie"]
  /// Names that count only if they are sent.
  private static let keys = ["x-api-key"]

  /// Nil for `Vary: *`, which depends on more than the request. `credentials` determine an
  /// `Authorization` that is not among the request's headers.
  init?(vary: String?, request: [HTTPHeader], credentials: String?) {
    let named = (vary ?? "").lowercased()
      .split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
    guard !named.contains("*") else { return nil }
    let keys = Self.keys.filter { key in request.contains { $0.name == key } }
    let names = Set(named + Self.always + keys).sorted()
    lines = names.map { name in
      let values = request.filter { $0.name == name }.map(\.value).joined(separator: [0x0A])
      let secret = name == "authorization" ? credentials ?? "" : ""
      let bytes = Array(values) + Array(secret.utf8)
      return bytes.isEmpty ? name : "\(name) \(SHA256.hexDigits(of: bytes))"
    }
  }

  init(lines: [String]) {
    self.lines = lines
  }

  func matches(request: [HTTPHeader], credentials: String?) -> Bool {
    let names = lines.map { String($0.prefix { $0 != " " }) }.joined(separator: ",")
    return Selection(vary: names, request: request, credentials: credentials) == self
  }
}
