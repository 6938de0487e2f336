/// How far a transfer has come.
package struct HTTPProgress: Hashable, Sendable {
  /// The bytes of the body so far.
  package let received: Int
  /// The bytes that the body will have; nil where the server did not say, or it is decompressed.
  package let expected: Int?
  /// The host that has been asked and has not answered yet; nil once it has.
  package let awaitedHost: String?

  init(received: Int, expected: Int?) {
    (self.received, self.expected, awaitedHost) = (received, expected, nil)
  }

  init(awaiting host: String) {
    (received, expected, awaitedHost) = (0, nil, host)
  }
}
