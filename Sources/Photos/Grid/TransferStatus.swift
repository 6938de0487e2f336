import Pipeline

/// How far the transfer of a picture has come, for whoever draws it.
package struct TransferStatus: Hashable, Sendable {
  /// The bytes so far.
  package let byteCount: Int
  /// The share of the whole in per cent, from 0 to 100; nil where the whole is not known.
  package let percent: Int?
  /// The host that has been asked and has not answered yet, a foreign text; nil once it has.
  package let awaitedHost: String?

  init(_ progress: LoadProgress) {
    byteCount = progress.received
    awaitedHost = progress.awaitedHost
    percent = progress.expected.flatMap { expected in
      expected > 0 ? min(100, Int(100 * Double(progress.received) / Double(expected))) : nil
    }
  }
}
