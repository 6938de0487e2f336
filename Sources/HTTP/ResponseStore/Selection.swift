internal import Base

/// The request headers that a response depends on: those named by `Vary` (RFC 9111 section 4.1), and
/// always those with credentials.
///
/// Values are stored as digests, so that no password is written to disk.
package struct Selection: Hashable, Sendable {
  /// Lower-case names with the SHA-256 of what was sent, if anything; sorted by name.
  let lines: [String]

  private static let always = ["authorization", "cookie"]
  /// Names that count only if they are sent.
  private static let keys = ["x-api-key"]

  /// Nil for `Vary: *`, which depends on more than the request.
  ///
  /// `credentials` determine an `Authorization` that is not among the request's headers.
  package init?(vary: String?, request: [HTTPHeader], credentials: String?) {
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

  package init(lines: [String]) {
    self.lines = lines
  }

  /// Whether another request would get the same response.
  package func matches(request: [HTTPHeader], credentials: String?) -> Bool {
    let names = lines.map { String($0.prefix { $0 != " " }) }.joined(separator: ",")
    return Selection(vary: names, request: request, credentials: credentials) == self
  }
}
