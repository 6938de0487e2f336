/// How long a shared tier may take for what.
package struct TierTiming: Hashable, Sendable {
  /// How long an answer counts; after that it is a failure.
  package var budget = Duration.milliseconds(30)
  /// How long nothing else is done for a photo while an answer may come.
  package var headStart = Duration.milliseconds(5)
  /// How long it may take to connect.
  package var connecting = Duration.seconds(2)
  /// How long a server may owe a whole answer, however many bytes of it come, before its connection is given up.
  package var silence = Duration.seconds(1)
  /// How long the end of the program waits for what is still to be kept; what is left is dropped.
  package var finishing = Duration.seconds(5)
  /// How long a lease holds, in seconds: somebody who decodes takes no longer.
  package var leaseSeconds = 30
  /// How long a thumbnail is kept, in seconds, a tenth more or less; below the thirty days from which
  /// on memcached takes a number for a date.
  package var lifetimeSeconds = 14 * 24 * 3_600

  /// The usual times.
  package init() {}
}
