internal import ResponseStore
package import Values

/// What is asked of an address that is to answer more than what is there.
///
/// It changes nothing at the server, so that it may be asked again, and its answer kept. It goes wherever a
/// redirect leads, and so holds nothing secret.
package struct HTTPQuestion: Hashable, Sendable {
  /// The name of the method.
  let method: String
  /// Its own lines of the head.
  let lines: [HTTPHeader]
  /// What is sent with it; holds no zero.
  let body: String

  private init(method: String, lines: [(String, String)], body: String) {
    self.method = method
    self.lines = lines.compactMap { HTTPHeader($0.0, $0.1) }
    self.body = body
  }

  /// Asks for properties of a file, or of a folder and what is right in it: `PROPFIND` of RFC 4918, section 9.1.
  ///
  /// What Nextcloud has published answers only who says that no form of a strange page has sent this.
  /// - Parameter body: Says which, in XML.
  /// - Returns: The question; its answer is a `207`.
  package static func properties(_ body: String) -> HTTPQuestion {
    HTTPQuestion(
      method: "PROPFIND",
      lines: [
        ("Depth", "1"), ("Content-Type", "application/xml; charset=utf-8"),
        ("X-Requested-With", "XMLHttpRequest"),
      ], body: body)
  }

  /// Looks for something, at a server that takes what for as a `POST`.
  /// - Parameter query: Says what.
  /// - Returns: The question.
  package static func search(_ query: JSONValue) -> HTTPQuestion {
    HTTPQuestion(
      method: "POST", lines: [("Content-Type", "application/json")], body: "\(query)")
  }
}
