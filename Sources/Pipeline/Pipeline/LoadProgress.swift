import HTTP

/// How far the transfer of a picture has come.
package struct LoadProgress: Hashable, Sendable {
  /// The bytes so far.
  package let received: Int
  /// The bytes that it will have; nil where the server does not say.
  package let expected: Int?

  /// The host that has been asked and has not answered yet, a foreign text; nil once it has.
  package let awaitedHost: String?

  /// Says how far it is, in bytes, or who has not answered yet.
  package init(received: Int, expected: Int?, awaitedHost: String? = nil) {
    self.received = received
    self.expected = expected
    self.awaitedHost = awaitedHost
  }

  /// The share of the whole in per cent, from 0 to 100; nil where the whole is not known.
  package var percent: Int? {
    expected.flatMap { $0 > 0 ? min(100, Int(100 * Double(received) / Double($0))) : nil }
  }
}

extension LoadProgress {
  init(_ progress: HTTPProgress) {
    self.init(
      received: progress.received, expected: progress.expected, awaitedHost: progress.awaitedHost)
  }
}
