/// A transfer and who hears of it, on the thread of the transfers.
struct TransferJob: Sendable {
  typealias Outcome = Result<TransferResult, NetworkError>

  let id: Int
  let order: TransferOrder
  let onProgress: @Sendable (HTTPProgress) -> Void
  let outcome: Promise<Outcome>
}
