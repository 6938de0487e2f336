internal import Base

/// A request without redirects.
struct TransferRequest: Sendable {
  let address: WebAddress
  let question: HTTPQuestion?
  let signature: Signature?
  let headers: [HTTPHeader]
  let begun: BegunBody?
  let byteLimit: Int
  let acceptsCompression: Bool
  /// In libcurl's syntax; nil for a direct connection.
  let proxy: String?
  let trust: TrustVariables
  /// Addresses that must not be connected to; nil allows all.
  let forbidden: AddressRule?
  /// Which addresses are private, to check later redirects.
  let rule: AddressRule
  let timeouts: HTTPTimeouts
  /// For large bodies; nil for the system's temporary folder.
  let folder: SpoolFolder?
}

/// A complete response of any final status.
struct TransferResult: Sendable {
  let status: Int
  let headers: HTTPHeaders
  let body: HTTPBody
  /// Whether it came from a private network address, without a proxy.
  let isPeerPrivate: Bool
  /// Whether the connection to the host is multiplexed.
  let isMultiplexed: Bool
}

struct TransferEnd: Sendable {
  typealias Outcome = Result<TransferResult, NetworkError>

  let outcome: Outcome
  /// Whether the server took too long for a retry.
  let wasSlow: Bool
  /// The partial body of a failed transfer that can be resumed.
  var begun: BegunBody?
}

struct TransferJob: Sendable {
  let id: Int
  let request: TransferRequest
  let onProgress: @Sendable (HTTPProgress) -> Void
  let end: Promise<TransferEnd>
}

enum TransferCommand: Sendable {
  case start(TransferJob)
  /// Ends a transfer with `NetworkError.cancelled`.
  case cancel(Int)
  case wake(at: ContinuousClock.Instant, Promise<Bool>)
  /// Ends all transfers and the thread, without calling handlers.
  case stop
}
