internal import ResponseStore

/// What a transfer ended with: any final status, a complete body.
struct TransferResult: Sendable {
  let status: Int
  let headers: HTTPHeaders
  let body: HTTPBody
  /// Whether it came from an address in a private network, through no proxy.
  let isPeerPrivate: Bool
  /// Whether one connection to the host takes many transfers at once.
  let isMultiplexed: Bool
}
