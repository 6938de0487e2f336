internal import Base

/// The lines of a request that a response depends on: those that `Vary` names (RFC 9111 section
/// 4.1), and always those with credentials.
///
/// Values are kept as digests, so that no password is written down.
package struct Selection: Hashable, Sendable {
  /// Names in lower case with the SHA-256 of what was sent, empty for nothing, sorted by name.
  let lines: [String]

  private static let always = ["authorization", "cookie"]
  /// Names that count where they are sent at all.
  private static let keys = ["x-api-key"]

  /// Notes what a response depends on; nil where it depends on more than the request: `Vary: *`.
  /// - Parameters:
  ///   - vary: The value of the response's `Vary`; nil where it has none.
  ///   - request: The lines of the request.
  ///   - credentials: What an `Authorization` is made from that is not among the lines.
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

  /// Takes lines that were written down, sorted by name.
  package init(lines: [String]) {
    self.lines = lines
  }

  /// Whether another request would have been answered by the same response.
  package func matches(request: [HTTPHeader], credentials: String?) -> Bool {
    let names = lines.map { String($0.prefix { $0 != " " }) }.joined(separator: ",")
    return Selection(vary: names, request: request, credentials: credentials) == self
  }
}
