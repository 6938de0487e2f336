internal import ResponseStore

/// A line that a person adds to requests.
package struct UserHeader: Hashable, Sendable {
  let header: HTTPHeader

  /// Reads a line as it is typed, `Name: value`; nil where it is no line of a head, or one that only
  /// the client itself may write.
  package init?(_ line: String) {
    guard let colon = line.firstIndex(of: ":"),
      let header = HTTPHeader(
        name: line[..<colon], value: line[line.index(after: colon)...].utf8),
      !Self.ownNames.contains(header.name)
    else { return nil }
    self.header = header
  }

  /// What a wrong value of would make another request of it than the one that is meant.
  private static let ownNames: Set<String> = [
    "host", "content-length", "transfer-encoding", "connection", "upgrade", "te", "trailer",
    "range", "if-range", "if-none-match", "if-modified-since", "accept-encoding",
  ]
}

/// A line that goes with every request to one origin, and to no other.
package struct BoundHeader: Hashable, Sendable {
  /// What it is for.
  let origin: WebOrigin
  /// The line.
  let header: HTTPHeader

  /// Binds a line to the origin of an address.
  package init(_ header: UserHeader, for address: WebAddress) {
    self.header = header.header
    origin = address.origin
  }
}
