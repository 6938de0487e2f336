import Base

/// Requests a hop from its origin, with retries.
struct Fetcher: Sendable {
  /// A result with the times of request and response, in seconds since 1970.
  struct Fetched: Sendable {
    let result: TransferResult
    let requestedAt: Int
    let receivedAt: Int
  }

  private struct Failure: Error {
    let reason: NetworkError
    /// In seconds, as requested by the server.
    var retryAfter: Int?
    var isFinal = false
    var begun: BegunBody?

    var told: NetworkError {
      guard let retryAfter, retryAfter > 0, case .status(let status) = reason else { return reason }
      return .busy(status: status, retryAfter: retryAfter)
    }
  }

  /// Received bytes after which a failed try is not counted: the next one requests less.
  private static let stride = 65_536

  let configuration: HTTPConfiguration
  let engine: TransferEngine
  let limiter: ConnectionLimiter
  let breaker: CircuitBreaker
  let retries: RetryRule
  let pauses: any Pausing
  let wallClock: WallClock
  let log: Log
  let folder: @Sendable () -> SpoolFolder?

  /// Requests a hop, or the confirmation of a cached response.
  ///
  /// `begun` is the partial body to resume, and on error what has been received. Without `canWait`
  /// there are no retries, as when a stale response can be used. The error is that of the last try.
  func fetch(
    _ hop: Hop, _ kept: StoredResponse?, after begun: inout BegunBody?, canWait: Bool,
    _ share: Exchange.Share
  ) async throws(NetworkError) -> Fetched {
    var count = 1
    var earlier: NetworkError?
    if hop.request.range != nil {
      limiter.widen(hop.request.address.origin, to: ConnectionLimiter.connectionsForBeginnings)
    }
    while true {
      let failure: Failure
      switch try await attempt(transfer(for: hop, kept, begun), share) {
      case .success(let fetched):
        log.write(.debug, .http, "\(hop.name): status \(fetched.result.status)")
        return fetched
      case .failure(let error): failure = error
      }
      // A partial body that does not match is requested from the start.
      let beginsAnew = begun != nil && failure.reason == .badAnswer
      if let more = failure.begun, Self.isStride(to: more, from: begun) { count = 0 }
      begun = beginsAnew ? nil : failure.begun ?? begun
      guard canWait, failure.reason.isPassing || beginsAnew, !failure.isFinal,
        let pause = retries.pause(afterTry: max(1, count), retryAfter: failure.retryAfter)
      else {
        let reason = failure.reason == .hostResting ? earlier ?? failure.told : failure.told
        log.write(reason == .cancelled ? .debug : .warning, .http, "\(hop.name): \(reason)")
        throw reason
      }
      earlier = failure.told
      log.write(.info, .http, "\(hop.name): \(failure.told), retrying (\(count + 1))")
      try await pauses.pause(for: pause)
      count += 1
    }
  }

  /// Whether enough was received to restart the count of tries.
  private static func isStride(to begun: BegunBody, from before: BegunBody?) -> Bool {
    begun.byteCount - (before?.byteCount ?? 0) >= stride
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
          to: request, wasSlow: end.wasSlow)
      case .failure(let error):
        if let begun = end.begun, Self.isStride(to: begun, from: request.begun) {
          breaker.noteAnswer(of: host)
        } else if error.blamesHost {
          breaker.noteFailure(of: host)
        }
        return .failure(Failure(reason: error, isFinal: end.wasSlow, begun: end.begun))
      }
    }
  }

  /// Treats statuses of temporary errors as failures.
  private func judged(
    _ fetched: Fetched, to request: TransferRequest, wasSlow: Bool
  ) -> Result<Fetched, Failure> {
    let isRest = fetched.result.status == 416 || fetched.result.headers["content-range"] != nil
    guard request.begun == nil || !isRest else { return .failure(Failure(reason: .badAnswer)) }
    let status = NetworkError.status(fetched.result.status)
    guard status.isPassing else { return .success(fetched) }
    let retryAfter = RetryRule.seconds(
      fetched.result.headers["retry-after"], now: fetched.receivedAt)
    return .failure(Failure(reason: status, retryAfter: retryAfter, isFinal: wasSlow))
  }

  private func transfer(
    for hop: Hop, _ kept: StoredResponse?, _ begun: BegunBody?
  ) throws(NetworkError) -> TransferRequest {
    let request = hop.request
    let proxy = configuration.proxies.proxy(for: request.address.origin)
    let forbidden = request.mayReachPrivateNetworks ? nil : configuration.addressRule
    try check(request.address.origin, proxy, forbidden)
    return TransferRequest(
      address: request.address, question: request.question, signature: hop.signature,
      headers: hop.headers + Self.part(request.range)
        + Self.conditions(request.question == nil ? kept : nil) + (begun?.question ?? []),
      begun: begun,
      byteLimit: request.byteLimit, acceptsCompression: request.acceptsCompression, proxy: proxy,
      trust: configuration.trust, forbidden: forbidden, rule: configuration.addressRule,
      timeouts: configuration.timeouts, folder: folder())
  }

  /// A proxy resolves names itself, so only literal IP addresses can be checked.
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

  /// Conditional headers (RFC 9110 section 13.1), which are defined for GET and not for queries.
  private static func conditions(_ kept: StoredResponse?) -> [HTTPHeader] {
    guard let kept else { return [] }
    let value = { (name: String) in kept.headers.lines.first { $0.name == name }?.value ?? [] }
    let pairs = [
      ("if-none-match", value("etag")), ("if-modified-since", value("last-modified")),
    ]
    return pairs.filter { !$0.1.isEmpty }.compactMap { HTTPHeader(name: $0.0, value: $0.1) }
  }
}
