/// How long a transfer may take.
package struct HTTPTimeouts: Hashable, Sendable {
  /// The time to a connection, the look-up of the name included; whole milliseconds.
  package var connecting: Duration
  /// The time with less than 1,024 bytes a second; whole seconds.
  package var stalling: Duration
  /// The time for all of it; whole milliseconds.
  package var whole: Duration

  /// What serves a slow line and still frees a place from a host that trickles.
  package static let standard = HTTPTimeouts(
    connecting: .seconds(5), stalling: .seconds(5), whole: .seconds(120))

  /// Sets the times.
  package init(connecting: Duration, stalling: Duration, whole: Duration) {
    self.connecting = connecting
    self.stalling = stalling
    self.whole = whole
  }
}
