/// How a transfer ended.
struct TransferEnd: Sendable {
  typealias Outcome = Result<TransferResult, NetworkError>

  let outcome: Outcome
  /// Whether the server took so long to answer that it should not be asked twice.
  let wasSlow: Bool
}
