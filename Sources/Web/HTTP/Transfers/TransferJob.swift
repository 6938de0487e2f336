/// A transfer and who hears of it, on the thread of the transfers.
struct TransferJob: Sendable {
  let id: Int
  let order: TransferOrder
  let onProgress: @Sendable (HTTPProgress) -> Void
  let end: Promise<TransferEnd>
}
