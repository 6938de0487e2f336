enum TierCommand: Hashable, Sendable {
  case greet(TierLogin?)
  case get(TierKey)
  /// Get the value; if there is none, the first requester gets a lease for some seconds.
  case getOrLease(TierKey, LeaseToken, seconds: Int)
  /// Check whether there is a value, without its bytes; otherwise like `getOrLease`.
  case findOrLease(TierKey, LeaseToken, seconds: Int)
  case giveBack(TierKey, LeaseToken)
  case put(TierKey, [UInt8], seconds: Int)
  /// Redis Cluster's `ASKING`: accept the next command for a slot that is being migrated.
  case asking

  var isPut: Bool { if case .put = self { true } else { false } }

  /// Whether the response is not needed, so that it does not probe a failed node.
  var needsNoReply: Bool { if case .giveBack = self { true } else { isPut } }

  var withoutLease: TierCommand {
    switch self {
    case .getOrLease(let key, _, _), .findOrLease(let key, _, _): .get(key)
    default: self
    }
  }
}

struct LeaseToken: Hashable, Sendable {
  let bytes: [UInt8]

  static var ours: LeaseToken {
    LeaseToken(bytes: Array(String(UInt64.random(in: .min ... .max), radix: 16).utf8))
  }
}

enum TierReply: Hashable, Sendable {
  case value([UInt8])
  case there, nothing
  /// No value, and the lease is ours; a nil token cannot be returned.
  case leased(LeaseToken?)
  case leasedByOther, kept
  /// The lease has ended, or was already another's.
  case givenBack
  case server(String)
  case elsewhere(TierRedirection)
  case refused(String)
}

/// Replies are in the order of commands. Buffers at most one reply of the maximum length, whatever
/// the server sends.
protocol TierWire: Sendable {
  func bytes(of command: TierCommand) -> [UInt8]

  mutating func add(_ bytes: [UInt8])

  /// The reply to a command; nil if incomplete. After `TierError.garbled` nothing more can be read.
  mutating func reply(to command: TierCommand) throws(TierError) -> TierReply?

  /// Skips messages that are not replies; throws `TierError.garbled` if the protocol has none.
  mutating func passUnasked() throws(TierError)
}
