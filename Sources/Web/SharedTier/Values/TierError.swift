/// Why a node of a shared tier was of no use, one sentence for the user.
package enum TierError: Error, Hashable, Sendable {
  /// libcurl, which connects, or libcrypto, which makes the keys, is not installed.
  case libraryMissing
  /// It could not be reached; libcurl's words for it.
  case unreachable(String)
  /// Its certificate is not one to trust.
  case untrusted
  /// The connection has ended.
  case lost
  /// It has not answered in time.
  case late
  /// It has answered what nobody could who speaks its protocol.
  case garbled
  /// It refuses what was asked; its words.
  case refused(String)
}

extension TierError: CustomStringConvertible {
  /// The sentence; foreign words are in it, to be sanitised before anybody sees them.
  package var description: String {
    switch self {
    case .libraryMissing: "libcurl or libcrypto is missing"
    case .unreachable(let reason): "cannot be reached: \(reason)"
    case .untrusted: "shows a certificate that nobody trusts"
    case .lost: "has ended the connection"
    case .late: "does not answer in time"
    case .garbled: "answers what it should not"
    case .refused(let reason): "refuses: \(reason)"
    }
  }
}
