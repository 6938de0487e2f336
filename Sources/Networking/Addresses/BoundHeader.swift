/// A line that goes with every request to one origin, and to no other.
package struct BoundHeader: Hashable, Sendable {
  /// What it is for.
  let origin: WebOrigin
  /// The line.
  let header: HTTPHeader

  /// Binds a line to the origin of an address; nil where it is no line of a head, or one that only
  /// the client itself may write.
  ///
  /// - Parameters:
  ///   - line: The line as it is typed, `Name: value`.
  ///   - address: What it is meant for.
  package init?(_ line: String, for address: WebAddress) {
    guard let colon = line.firstIndex(of: ":"),
      let header = HTTPHeader(
        name: line[..<colon], value: line[line.index(after: colon)...].utf8),
      !Self.ownNames.contains(header.name)
    else { return nil }
    self.header = header
    origin = address.origin
  }

  /// What a wrong value of would make another request of it than the one that is meant.
  private static let ownNames: Set<String> = [
    "host", "content-length", "transfer-encoding", "connection", "upgrade", "te", "trailer",
    "range", "if-range", "if-none-match", "if-modified-since", "accept-encoding",
  ]
}
