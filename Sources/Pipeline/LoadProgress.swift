import Networking

/// How far the transfer of a picture has come.
package struct LoadProgress: Hashable, Sendable {
  /// The bytes so far.
  package let received: Int
  /// The bytes that it will have; nil where the server does not say.
  package let expected: Int?

  /// Says how far it is, in bytes.
  package init(received: Int, expected: Int?) {
    self.received = received
    self.expected = expected
  }
}

extension LoadProgress {
  init(_ progress: HTTPProgress) {
    self.init(received: progress.received, expected: progress.expected)
  }
}
