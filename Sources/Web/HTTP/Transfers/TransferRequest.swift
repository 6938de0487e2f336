internal import Concurrency
internal import ResponseStore

/// One request to one address, whose redirects are not followed.
struct TransferRequest: Sendable {
  let address: WebAddress
  /// What is asked of it; nil for what is there.
  let question: HTTPQuestion?
  /// How it is signed; nil where it is not.
  let signature: Signature?
  /// The lines to send, those of the user and of the cache included.
  let headers: [HTTPHeader]
  /// What has come of it before, behind which it is to go on; nil for nothing.
  let begun: BegunBody?
  let byteLimit: Int
  let acceptsCompression: Bool
  /// The proxy as libcurl takes it; nil where the host is asked directly.
  let proxy: String?
  /// Whose certificates are trusted.
  let trust: TrustVariables
  /// Which addresses must not be connected to; nil where all may.
  let forbidden: AddressRule?
  /// Which addresses are private, for the redirects to come.
  let rule: AddressRule
  let timeouts: HTTPTimeouts
  /// Where a body is put that is too large for memory; nil for the system's own folder.
  let folder: SpoolFolder?
}

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

/// How a transfer ended.
struct TransferEnd: Sendable {
  typealias Outcome = Result<TransferResult, NetworkError>

  let outcome: Outcome
  /// Whether the server took so long to answer that it should not be asked twice.
  let wasSlow: Bool
  /// What has come before it failed, behind which another one may go on; nil where none can.
  var begun: BegunBody?
}

/// A transfer and who hears of it, on the thread of the transfers.
struct TransferJob: Sendable {
  let id: Int
  let request: TransferRequest
  let onProgress: @Sendable (HTTPProgress) -> Void
  let end: Promise<TransferEnd>
}

/// What the thread of the transfers is told to do.
enum TransferCommand: Sendable {
  case start(TransferJob)
  /// Ends a transfer at once, without an answer.
  case cancel(Int)
  /// Gives an answer when the time has come.
  case wake(at: ContinuousClock.Instant, Promise<Bool>)
  /// Ends all transfers without an answer, and the thread.
  case stop
}
