internal import ResponseStore

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
