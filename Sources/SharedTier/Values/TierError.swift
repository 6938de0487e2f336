package enum TierError: Error, Hashable, Sendable, CustomStringConvertible {
  case libraryMissing
  case unreachable(String)
  case untrusted, lost, late, garbled
  case refused(String)

  /// Contains untrusted text, which must be sanitized.
  package var description: String {
    switch self {
    case .libraryMissing: "libcurl or libcrypto is missing"
    case .unreachable(let reason): "cannot be reached: \(reason)"
    case .untrusted: "certificate not trusted"
    case .lost: "connection closed"
    case .late: "timed out"
    case .garbled: "unexpected answer"
    case .refused(let reason): "refuses: \(reason)"
    }
  }
}
