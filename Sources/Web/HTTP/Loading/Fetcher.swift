import Addresses
import Concurrency
import Logging
internal import ResponseStore
import Values

/// Asks an origin, as often as it makes sense.
struct Fetcher: Sendable {
  /// A result and when it was asked for and there, in seconds since 1970.
  struct Fetched: Sendable {
    let result: TransferResult
    let requestedAt: Int
    let receivedAt: Int
  }

  /// Why one try has failed, and what that means for the next one.
  private struct Failure: Error {
    let reason: NetworkError
    /// What the server asks to wait, in seconds.
    var retryAfter: Int?
    /// Whether the server should not be asked again.
    var isFinal = false

    /// The reason for those who wait.
    var told: NetworkError {
      guard let retryAfter, retryAfter > 0, case .status(let status) = reason else { return reason }
      return .busy(status: status, retryAfter: retryAfter)
    }
  }

  let configuration: HTTPConfiguration
  let engine: TransferEngine
  let limiter: ConnectionLimiter
  let breaker: CircuitBreaker
  let retries: RetryRule
  let pauses: any Pausing
  let wallClock: WallClock
  let log: Log
  let folder: @Sendable () -> SpoolFolder?

  /// Makes a request; one that only confirms what is kept, where something is.
  /// - Parameters:
  ///   - hop: What is wanted.
  ///   - kept: What the server is asked to confirm.
  ///   - canWait: Whether it is worth trying again; not where something stands in for a failure.
  ///   - share: Hears how far it has come.
  /// - Returns: What the server answered, unless that may pass.
  /// - Throws: `NetworkError`; after the last try where a failure may pass.
  func fetch(
    _ hop: Hop, _ kept: StoredResponse?, canWait: Bool, _ share: Exchange.Share
  ) async throws(NetworkError) -> Fetched {
    let transfer = try transfer(for: hop, kept)
    var count = 1
    var earlier: NetworkError?
    while true {
      let failure: Failure
      switch try await attempt(transfer, share) {
      case .success(let fetched):
        log.write(.debug, .http, "\(hop.name): status \(fetched.result.status)")
        return fetched
      case .failure(let error): failure = error
      }
      guard canWait, failure.reason.isPassing, !failure.isFinal,
        let pause = retries.pause(afterTry: count, retryAfter: failure.retryAfter)
      else {
        let reason = failure.reason == .hostResting ? earlier ?? failure.told : failure.told
        log.write(reason == .cancelled ? .debug : .warning, .http, "\(hop.name): \(reason)")
        throw reason
      }
      earlier = failure.told
      log.write(.info, .http, "\(hop.name): \(failure.told), try \(count + 1) follows")
      try await pauses.pause(for: pause)
      count += 1
    }
  }

  private func attempt(
    _ request: TransferRequest, _ share: Exchange.Share
  ) async throws(NetworkError) -> Result<Fetched, Failure> {
    let host = request.address.origin
    return try await limiter.pass(to: host) { () async throws(NetworkError) in
      do throws(NetworkError) {
        try breaker.admit(host)
      } catch {
        return .failure(Failure(reason: error))
      }
      let requestedAt = wallClock.now()
      let end = await engine.transfer(request) { share.tell(.progress($0)) }
      switch end.outcome {
      case .success(let result):
        breaker.noteAnswer(of: host)
        if result.isMultiplexed { limiter.widen(host) }
        return judged(
          Fetched(result: result, requestedAt: requestedAt, receivedAt: wallClock.now()),
          wasSlow: end.wasSlow)
      case .failure(let error):
        if error.blamesHost { breaker.noteFailure(of: host) }
        return .failure(Failure(reason: error, isFinal: end.wasSlow))
      }
    }
  }

  /// Takes an answer for a failure where it may be another one a moment later.
  private func judged(_ fetched: Fetched, wasSlow: Bool) -> Result<Fetched, Failure> {
    let status = NetworkError.status(fetched.result.status)
    guard status.isPassing else { return .success(fetched) }
    let retryAfter = RetryRule.seconds(
      fetched.result.headers["retry-after"], now: fetched.receivedAt)
    return .failure(Failure(reason: status, retryAfter: retryAfter, isFinal: wasSlow))
  }

  private func transfer(
    for hop: Hop, _ kept: StoredResponse?
  ) throws(NetworkError) -> TransferRequest {
    let request = hop.request
    let proxy = configuration.proxies.proxy(for: request.address.origin)
    let forbidden = request.mayReachPrivateNetworks ? nil : configuration.addressRule
    try check(request.address.origin, proxy, forbidden)
    return TransferRequest(
      address: request.address, question: request.question, signature: hop.signature,
      headers: hop.headers + Self.part(request.range)
        + Self.conditions(request.question == nil ? kept : nil),
      byteLimit: request.byteLimit, acceptsCompression: request.acceptsCompression, proxy: proxy,
      trust: configuration.trust, forbidden: forbidden, rule: configuration.addressRule,
      timeouts: configuration.timeouts, folder: folder())
  }

  /// A proxy connects in our place, so that only an address that is written out can be refused.
  private func check(
    _ origin: WebOrigin, _ proxy: String?, _ forbidden: AddressRule?
  ) throws(NetworkError) {
    guard proxy != nil, let forbidden else { return }
    let host = origin.host.hasPrefix("[") ? String(origin.host.dropFirst().dropLast()) : origin.host
    if let address = IPAddress(host), forbidden.isPrivate(address) { throw .privateAddress }
  }

  private static func part(_ range: Range<Int>?) -> [HTTPHeader] {
    range.flatMap { HTTPHeader("Range", $0.header) }.map { [$0] } ?? []
  }

  /// Asks only for what differs from what is kept: RFC 9110 section 13.1, which knows this of what is there
  /// and not of answers to other questions.
  private static func conditions(_ kept: StoredResponse?) -> [HTTPHeader] {
    guard let kept else { return [] }
    let value = { (name: String) in kept.headers.lines.first { $0.name == name }?.value ?? [] }
    let pairs = [
      ("if-none-match", value("etag")), ("if-modified-since", value("last-modified")),
    ]
    return pairs.filter { !$0.1.isEmpty }.compactMap { HTTPHeader(name: $0.0, value: $0.1) }
  }
}
