package import Base

/// A safe request with a body, which can be retried and whose response can be cached.
///
/// It follows redirects to other origins, so it must not contain secrets.
package struct HTTPQuestion: Hashable, Sendable {
  let method: String
  let lines: [HTTPHeader]
  /// Without zero bytes.
  let body: String

  private init(method: String, lines: [(String, String)], body: String) {
    self.method = method
    self.lines = lines.compactMap { HTTPHeader($0.0, $0.1) }
    self.body = body
  }

  /// Requests properties of a file, or of a folder and its children: `PROPFIND` (RFC 4918, section
  /// 9.1), with a `207` response.
  ///
  /// `X-Requested-With` is required by Nextcloud's public shares against cross-site requests.
  package static func properties(_ body: String) -> HTTPQuestion {
    HTTPQuestion(
      method: "PROPFIND",
      lines: [
        ("Depth", "1"), ("Content-Type", "application/xml; charset=utf-8"),
        ("X-Requested-With", "XMLHttpRequest"),
      ], body: body)
  }

  package static func search(_ query: JSONValue) -> HTTPQuestion {
    HTTPQuestion(
      method: "POST", lines: [("Content-Type", "application/json")], body: "\(query)")
  }
}
