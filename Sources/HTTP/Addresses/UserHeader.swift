package struct UserHeader: Hashable, Sendable {
  let header: HTTPHeader

  /// Parses `Name: value`; nil for an invalid header, or one that only the client may set.
  package init?(_ line: String) {
    guard let colon = line.firstIndex(of: ":"),
      let header = HTTPHeader(
        name: line[..<colon], value: line[line.index(after: colon)...].utf8),
      !Self.ownNames.contains(header.name)
    else { return nil }
    self.header = header
  }

  /// Headers that could change the meaning of a request.
  private static let ownNames: Set<String> = [
    "host", "content-length", "transfer-encoding", "connection", "upgrade", "te", "trailer",
    "range", "if-range", "if-none-match", "if-modified-since", "accept-encoding",
  ]
}

/// A header that is sent to one origin only.
package struct BoundHeader: Hashable, Sendable {
  let origin: WebOrigin
  let header: HTTPHeader

  package init(_ header: UserHeader, for address: WebAddress) {
    self.header = header.header
    origin = address.origin
  }
}
