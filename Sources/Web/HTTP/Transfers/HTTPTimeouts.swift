/// How long a transfer may take.
package struct HTTPTimeouts: Hashable, Sendable {
  /// The time to a connection, the look-up of the name included; whole milliseconds.
  package var connecting: Duration
  /// The time from the request to the first byte of the body: a server may have to render it first.
  package var answering: Duration
  /// The time with less than 1,024 bytes a second once the body has begun.
  package var stalling: Duration
  /// The time for all of it; whole milliseconds.
  package var whole: Duration
  /// The time from the request to the answer after which a server that fails is not asked again.
  package var hesitating = Duration.seconds(5)
  /// The time from the request after which it is told that the server is still awaited.
  package var noticing = Duration.seconds(1)

  /// What serves a slow line and a slow server, and still frees a place from a host that trickles.
  package static let standard = HTTPTimeouts(
    connecting: .seconds(5), answering: .seconds(30), stalling: .seconds(5), whole: .seconds(120))

  /// Sets the times.
  package init(connecting: Duration, answering: Duration, stalling: Duration, whole: Duration) {
    self.connecting = connecting
    self.answering = answering
    self.stalling = stalling
    self.whole = whole
  }
}
