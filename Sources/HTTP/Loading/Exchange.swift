import Base

struct Exchange: Sendable {
  typealias Share = SharedTasks<ResolvedRequest, HopEvent>.Share

  let configuration: HTTPConfiguration
  let cache: ResponseCache
  let failures: RequestFailures
  let engine: TransferEngine
  let limiter = ConnectionLimiter()
  let breakers: HostBreakers
  let retries: RetryRule
  let pauses: any Pausing
  let wallClock: WallClock
  let log: Log

  typealias Answered = (answer: HTTPResponse, followUp: FollowUp)

  enum FollowUp: Sendable {
    case nothing
    case store(StoredResponse)
    /// The origin has confirmed a response; `asked` is the cached one before the update.
    case confirm(StoredResponse, asked: StoredResponse)
    case remove(CacheKey)
    /// Revalidate the response that was delivered.
    case refresh

    var response: StoredResponse? {
      switch self {
      case .store(let response), .confirm(let response, _): response
      case .nothing, .remove, .refresh: nil
      }
    }
  }

  /// `refresh` starts a background revalidation.
  func run(
    _ hop: ResolvedRequest, _ share: Share, refresh: @Sendable (ResolvedRequest) -> Void
  ) async {
    let answered: Answered
    do throws(NetworkError) {
      answered = try await answer(hop, share)
    } catch {
      return share.finish(.answer(.failure(error)))
    }
    // In memory before delivery: the next request finds it while the disk is written.
    if let response = answered.followUp.response { cache.remember(response) }
    share.finish(.answer(.success(answered.answer)))
    switch answered.followUp {
    case .nothing: break
    case .store(let response): await cache.store(response)
    case .confirm(let response, let asked): await cache.confirm(response, asked: asked)
    case .remove(let key): await cache.remove(key)
    case .refresh: refresh(hop.refreshing)
    }
  }

  private func answer(
    _ hop: ResolvedRequest, _ share: Share
  ) async throws(NetworkError) -> Answered {
    if hop.request.caching == .passing, !configuration.isOffline {
      // Off the critical path: the cache is neither read nor written.
      async let opened: Void = cache.open()
      let answered = try await fetch(hop, nil, canWait: true, share)
      await opened
      return answered
    }
    let isOnlyFromCache = configuration.isOffline || hop.request.caching == .onlyIfKept
    guard var kept = await kept(for: hop) else {
      guard !isOnlyFromCache else { throw .notKept }
      return try await fetch(hop, nil, canWait: true, share)
    }
    let freshness = Freshness(of: kept.stored)
    let now = wallClock.now()
    kept.isStale = !isFresh(kept.stored, freshness, for: hop, at: now)
    if isOnlyFromCache || hop.request.caching == .standard && !kept.isStale {
      return (kept, .nothing)
    }
    kept.isStale = true
    if hop.request.caching == .standard, hop.request.entityTag == nil,
      freshness.maySuffice(whileRevalidatingAt: now)
    {
      return (kept, .refresh)
    }
    do throws(NetworkError) {
      // No retries if a stale response can be used.
      let canWait = !freshness.maySuffice(afterFailureAt: now)
      return try await fetch(hop, kept.stored, canWait: canWait, share)
    } catch {
      guard error.excusesStale, freshness.maySuffice(afterFailureAt: wallClock.now()) else {
        throw error
      }
      return (kept, .nothing)
    }
  }

  private func isFresh(
    _ response: StoredResponse, _ freshness: Freshness, for hop: ResolvedRequest, at now: Int
  ) -> Bool {
    if let tag = hop.request.entityTag { return response.headers.entityTag == tag }
    return hop.request.keptSince.map { freshness.isKept(since: $0, at: now) }
      ?? freshness.isFresh(at: now)
  }

  private func kept(for hop: ResolvedRequest) async -> HTTPResponse? {
    guard hop.request.caching != .reload, hop.request.caching != .passing else {
      await cache.open()
      return nil
    }
    let remembered = cache.remembered(hop.key)
    let found: StoredResponse? =
      if let remembered { remembered } else { await cache.response(for: hop.key) }
    guard let found, hop.mayUse(found), found.body.byteCount <= hop.request.byteLimit else {
      return nil
    }
    return hop.response(found, from: remembered == nil ? .disk : .memory)
  }

  private func fetch(
    _ hop: ResolvedRequest, _ kept: StoredResponse?, canWait: Bool, _ share: Share
  ) async throws(NetworkError) -> Answered {
    if hop.request.caching == .standard, let failure = failures[hop.key] { throw failure }
    let before = kept == nil ? await partial(hop) : nil
    var partial = before
    do throws(NetworkError) {
      let fetched = try await transfer(hop, kept, after: &partial, canWait: canWait, share)
      failures.forget(hop.key)
      if before != nil { await cache.remove(hop.partialKey) }
      return try answered(hop, kept, fetched)
    } catch {
      failures.note(error, for: hop.key)
      await keep(partial, of: hop, insteadOf: before)
      throw error
    }
  }

  private func partial(_ hop: ResolvedRequest) async -> PartialBody? {
    guard hop.isResumable, let kept = await cache.response(for: hop.partialKey), hop.mayUse(kept)
    else { return nil }
    return PartialBody(
      status: kept.status, headers: kept.headers, body: kept.body,
      isPeerPrivate: kept.isPeerPrivate)
  }

  private func keep(
    _ partial: PartialBody?, of hop: ResolvedRequest, insteadOf before: PartialBody?
  ) async {
    guard hop.isResumable, partial?.byteCount != before?.byteCount else { return }
    guard let partial, partial.byteCount >= PartialBody.minByteCount,
      Storability.mayKeep(status: 200, headers: partial.headers),
      let selection = hop.selection(of: partial.headers)
    else {
      if before != nil { await cache.remove(hop.partialKey) }
      return
    }
    let now = wallClock.now()
    await cache.store(
      StoredResponse(
        key: hop.partialKey, status: 200, headers: partial.headers, selection: selection,
        requestedAt: now, receivedAt: now, isPeerPrivate: partial.isPeerPrivate,
        body: partial.body))
  }

  private func answered(
    _ hop: ResolvedRequest, _ kept: StoredResponse?, _ fetched: Fetched
  ) throws(NetworkError) -> Answered {
    let result = fetched.result
    if result.status == 304, let kept {
      let confirmed = kept.confirmed(
        by: result.headers, requestedAt: fetched.requestedAt, receivedAt: fetched.receivedAt)
      return (hop.response(confirmed, from: .revalidated), .confirm(confirmed, asked: kept))
    }
    let selection = hop.selection(of: result.headers)
    let response = StoredResponse(
      key: hop.key, status: result.status, headers: result.headers,
      selection: selection ?? Selection(lines: []), requestedAt: fetched.requestedAt,
      receivedAt: fetched.receivedAt, isPeerPrivate: result.isPeerPrivate, body: result.body)
    let answer = hop.response(response, from: .network)
    if !answer.isRedirect {
      guard (200...299).contains(result.status) else {
        throw result.status == 304 ? .badAnswer : .status(result.status)
      }
      guard
        ContentRange.suits(
          hop.request.range, status: result.status, headers: result.headers,
          byteCount: result.body.byteCount)
      else { throw .badAnswer }
    }
    guard hop.request.caching != .passing else { return (answer, .nothing) }
    let mayKeep = Storability.mayKeep(status: result.status, headers: result.headers)
    return (answer, mayKeep && selection != nil ? .store(response) : .remove(hop.key))
  }
}

extension Exchange {
  fileprivate typealias Fetched = (result: TransferResult, requestedAt: Int, receivedAt: Int)

  fileprivate struct Failure: Error {
    let reason: NetworkError
    /// In seconds, as requested by the server.
    var retryAfter: Int?
    var isFinal = false
    var partial: PartialBody?

    var reported: NetworkError {
      guard let retryAfter, retryAfter > 0, case .status(let status) = reason else { return reason }
      return .busy(status: status, retryAfter: retryAfter)
    }
  }

  /// Received bytes after which a failed try is not counted: the next one requests less.
  private static let stride = 65_536

  /// `partial` is the partial body to resume, and on error the received part. Without `canWait`
  /// there are no retries. Throws the error of the last try.
  private func transfer(
    _ hop: ResolvedRequest, _ kept: StoredResponse?, after partial: inout PartialBody?,
    canWait: Bool, _ share: Share
  ) async throws(NetworkError) -> Fetched {
    var count = 1
    var earlier: NetworkError?
    if hop.request.range != nil {
      limiter.widen(hop.request.address.origin, to: ConnectionLimiter.connectionsForBeginnings)
    }
    while true {
      let failure: Failure
      switch try await attempt(request(for: hop, kept, partial), share) {
      case .success(let fetched):
        log.write(.debug, .http, "\(hop.name): status \(fetched.result.status)")
        return fetched
      case .failure(let error): failure = error
      }
      // A partial body that does not match is requested from the start.
      let beginsAnew = partial != nil && failure.reason == .badAnswer
      if let more = failure.partial, Self.isStride(to: more, from: partial) { count = 0 }
      partial = beginsAnew ? nil : failure.partial ?? partial
      guard canWait, failure.reason.isPassing || beginsAnew, !failure.isFinal,
        let pause = retries.pause(afterTry: max(1, count), retryAfter: failure.retryAfter)
      else {
        let reason = failure.reason == .hostResting ? earlier ?? failure.reported : failure.reported
        log.write(reason == .cancelled ? .debug : .warning, .http, "\(hop.name): \(reason)")
        throw reason
      }
      earlier = failure.reported
      log.write(.info, .http, "\(hop.name): \(failure.reported), retrying (\(count + 1))")
      try await pauses.pause(for: pause)
      count += 1
    }
  }

  private static func isStride(to partial: PartialBody, from before: PartialBody?) -> Bool {
    partial.byteCount - (before?.byteCount ?? 0) >= stride
  }

  private func attempt(
    _ request: TransferRequest, _ share: Share
  ) async throws(NetworkError) -> Result<Fetched, Failure> {
    let host = request.hop.request.address.origin
    return try await limiter.pass(to: host) { () async throws(NetworkError) in
      do throws(NetworkError) {
        try breakers.admit(host)
      } catch {
        return .failure(Failure(reason: error))
      }
      let requestedAt = wallClock.now()
      let end = await engine.transfer(request) { share.tell(.progress($0)) }
      switch end.outcome {
      case .success(let result):
        breakers.noteAnswer(of: host)
        if result.isMultiplexed { limiter.widen(host) }
        let fetched = (result, requestedAt, receivedAt: wallClock.now())
        return judged(fetched, to: request, wasSlow: end.wasSlow)
      case .failure(let error):
        if let partial = end.partial, Self.isStride(to: partial, from: request.partial) {
          breakers.noteAnswer(of: host)
        } else if error.blamesHost {
          breakers.noteFailure(of: host)
        }
        return .failure(Failure(reason: error, isFinal: end.wasSlow, partial: end.partial))
      }
    }
  }

  private func judged(
    _ fetched: Fetched, to request: TransferRequest, wasSlow: Bool
  ) -> Result<Fetched, Failure> {
    let isRest = fetched.result.status == 416 || fetched.result.headers["content-range"] != nil
    guard request.partial == nil || !isRest else { return .failure(Failure(reason: .badAnswer)) }
    let status = NetworkError.status(fetched.result.status)
    guard status.isPassing else { return .success(fetched) }
    let retryAfter = RetryRule.seconds(
      fetched.result.headers["retry-after"], now: fetched.receivedAt)
    return .failure(Failure(reason: status, retryAfter: retryAfter, isFinal: wasSlow))
  }

  private func request(
    for hop: ResolvedRequest, _ kept: StoredResponse?, _ partial: PartialBody?
  ) throws(NetworkError) -> TransferRequest {
    let request = hop.request
    let origin = request.address.origin
    let proxy = configuration.proxies.proxy(for: origin)
    // A proxy resolves names itself, so only literal IP addresses can be checked.
    if proxy != nil, !request.mayReachPrivateNetworks, let address = IPAddress(origin.bareHost),
      configuration.isPrivate(address)
    {
      throw .privateAddress
    }
    return TransferRequest(
      hop: hop, configuration: configuration,
      headers: hop.headers
        + [request.range.flatMap { HTTPHeader("Range", $0.header) }].compactMap(\.self)
        + Self.conditions(request.body == nil ? kept : nil) + (partial?.rangeHeaders ?? []),
      partial: partial, proxy: proxy, folder: cache.incomingFolder)
  }

  /// Conditional headers (RFC 9110 section 13.1), which are defined for GET and not for queries.
  private static func conditions(_ kept: StoredResponse?) -> [HTTPHeader] {
    [("if-none-match", "etag"), ("if-modified-since", "last-modified")].compactMap {
      condition, name in
      guard let value = kept?.headers.first(name)?.value, !value.isEmpty else { return nil }
      return HTTPHeader(name: condition, value: value)
    }
  }
}
