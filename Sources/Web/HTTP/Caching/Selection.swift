/// The lines of a request that a response depends on: those that `Vary` names (RFC 9111 section
/// 4.1), and always those that tell who asks.
///
/// Values are kept as digests, so that no password is written down.
struct Selection: Hashable, Sendable {
  /// Names in lower case with the SHA-256 of what was sent, empty for nothing, sorted by name.
  let lines: [String]

  private static let always = ["authorization", "cookie"]

  /// Notes what a response depends on; nil where it depends on more than the request: `Vary: *`.
  init?(vary: String?, request: [HTTPHeader], login: Login?) {
    let named = (vary ?? "").lowercased()
      .split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
    guard !named.contains("*") else { return nil }
    let names = Set(named + Self.always).sorted()
    lines = names.map { name in
      let values = request.filter { $0.name == name }.map(\.value).joined(separator: [0x0A])
      let secret = name == "authorization" ? login.map { "\($0.user)\n\($0.password)" } ?? "" : ""
      let bytes = Array(values) + Array(secret.utf8)
      return bytes.isEmpty ? name : "\(name) \(SHA256.hexadecimal(of: bytes))"
    }
  }

  /// Takes one that was written down.
  init(lines: [String]) {
    self.lines = lines
  }

  /// Whether another request would have been answered by the same.
  func matches(request: [HTTPHeader], login: Login?) -> Bool {
    let names = lines.map { String($0.prefix { $0 != " " }) }.joined(separator: ",")
    return Selection(vary: names, request: request, login: login) == self
  }
}
