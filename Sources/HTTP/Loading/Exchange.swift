import Base

/// Answers one hop from the cache, the origin, or both.
struct Exchange: Sendable {
  typealias Share = SharedTasks<Hop, HopEvent>.Share

  let configuration: HTTPConfiguration
  let cache: ResponseCache
  let failures: RequestFailures
  let fetcher: Fetcher
  let wallClock: WallClock

  typealias Answered = (answer: HopAnswer, afterwards: Afterwards)

  /// Work that is done after the response has been delivered.
  enum Afterwards: Sendable {
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

  /// Delivers the response, then does the follow-up; `refresh` starts a background revalidation.
  func run(_ hop: Hop, _ share: Share, refresh: @Sendable (Hop) -> Void) async {
    let answered: Answered
    do throws(NetworkError) {
      answered = try await answer(hop, share)
    } catch {
      return share.finish(.answer(.failure(error)))
    }
    // In memory before it is delivered, so that the next request finds it while the disk is
    // written.
    if let response = answered.afterwards.response { cache.remember(response) }
    share.finish(.answer(.success(answered.answer)))
    switch answered.afterwards {
    case .nothing: break
    case .store(let response): await cache.store(response)
    case .confirm(let response, let asked): await cache.confirm(response, asked: asked)
    case .remove(let key): await cache.remove(key)
    case .refresh: refresh(hop.refreshing)
    }
  }

  private func answer(_ hop: Hop, _ share: Share) async throws(NetworkError) -> Answered {
    if hop.request.caching == .passing, !configuration.isOffline {
      // Opening the cache is not on the critical path here, since it is neither read nor written.
      async let opened: Void = cache.prepare()
      let answered = try await fetch(hop, nil, canWait: true, share)
      await opened
      return answered
    }
    let kept = await kept(for: hop)
    if configuration.isOffline || hop.request.caching == .onlyIfKept {
      return (try onlyKept(kept, for: hop), .nothing)
    }
    guard let kept else { return try await fetch(hop, nil, canWait: true, share) }
    let freshness = Freshness(of: kept.response)
    let now = wallClock.now()
    if hop.request.caching == .standard, isFresh(kept.response, for: hop, at: now) {
      return (HopAnswer(kept.response, origin: kept.origin), .nothing)
    }
    if hop.request.caching == .standard, hop.request.entityTag == nil,
      freshness.maySuffice(whileRevalidatingAt: now)
    {
      return (HopAnswer(kept.response, origin: kept.origin, isStale: true), .refresh)
    }
    do throws(NetworkError) {
      // No retries if a stale response can be used.
      let canWait = !freshness.maySuffice(afterFailureAt: now)
      return try await fetch(hop, kept.response, canWait: canWait, share)
    } catch {
      guard error.excusesStale, freshness.maySuffice(afterFailureAt: wallClock.now()) else {
        throw error
      }
      return (HopAnswer(kept.response, origin: kept.origin, isStale: true), .nothing)
    }
  }

  private func isFresh(_ response: StoredResponse, for hop: Hop, at now: Int) -> Bool {
    if let tag = hop.request.entityTag { return response.headers.entityTag == tag }
    let freshness = Freshness(of: response)
    return hop.request.keptSince.map { freshness.isKept(since: $0, at: now) }
      ?? freshness.isFresh(at: now)
  }

  private typealias Kept = (response: StoredResponse, origin: HTTPResponse.Origin)

  private func kept(for hop: Hop) async -> Kept? {
    guard hop.request.caching != .reload, hop.request.caching != .passing else {
      await cache.prepare()
      return nil
    }
    let found: Kept?
    if let response = cache.remembered(hop.key) {
      found = (response, .memory)
    } else {
      found = await cache.response(for: hop.key).map { ($0, .disk) }
    }
    guard let found,
      found.response.selection.matches(
        request: hop.headers, credentials: hop.credentials),
      found.response.body.byteCount <= hop.request.byteLimit
    else { return nil }
    return found
  }

  /// The cached response, marked if it is stale (RFC 9111 section 6).
  private func onlyKept(_ kept: Kept?, for hop: Hop) throws(NetworkError) -> HopAnswer {
    guard let kept else { throw .notKept }
    let isFresh = isFresh(kept.response, for: hop, at: wallClock.now())
    return HopAnswer(kept.response, origin: kept.origin, isStale: !isFresh)
  }

  private func fetch(
    _ hop: Hop, _ kept: StoredResponse?, canWait: Bool, _ share: Share
  ) async throws(NetworkError) -> Answered {
    if hop.request.caching == .standard, let failure = failures[hop.key] { throw failure }
    let before = kept == nil ? await begun(hop) : nil
    var begun = before
    do throws(NetworkError) {
      let fetched = try await fetcher.fetch(hop, kept, after: &begun, canWait: canWait, share)
      failures.forget(hop.key)
      if before != nil { await cache.remove(hop.begunKey) }
      return try answered(hop, kept, fetched)
    } catch {
      failures.note(error, for: hop.key)
      await keep(begun, of: hop, insteadOf: before)
      throw error
    }
  }

  /// The partial body of an earlier load, in this process or another.
  private func begun(_ hop: Hop) async -> BegunBody? {
    guard hop.mayGoOn, let kept = await cache.response(for: hop.begunKey),
      kept.selection.matches(request: hop.headers, credentials: hop.credentials)
    else { return nil }
    return BegunBody(kept)
  }

  private func keep(_ begun: BegunBody?, of hop: Hop, insteadOf before: BegunBody?) async {
    guard hop.mayGoOn, begun?.byteCount != before?.byteCount else { return }
    guard let begun, begun.byteCount >= BegunBody.leastKept,
      Storability.mayKeep(status: 200, headers: begun.headers),
      let selection = Selection(
        vary: begun.headers.list("vary"), request: hop.headers, credentials: hop.credentials)
    else {
      if before != nil { await cache.remove(hop.begunKey) }
      return
    }
    let now = wallClock.now()
    await cache.store(
      begun.stored(as: hop.begunKey, selection, requestedAt: now, receivedAt: now))
  }

  private func answered(
    _ hop: Hop, _ kept: StoredResponse?, _ fetched: Fetcher.Fetched
  ) throws(NetworkError) -> Answered {
    let result = fetched.result
    if result.status == 304, let kept {
      let confirmed = kept.confirmed(
        by: result.headers, requestedAt: fetched.requestedAt, receivedAt: fetched.receivedAt)
      return (HopAnswer(confirmed, origin: .revalidated), .confirm(confirmed, asked: kept))
    }
    let selection = Selection(
      vary: result.headers.list("vary"), request: hop.headers,
      credentials: hop.credentials)
    let response = StoredResponse(
      key: hop.key, status: result.status, headers: result.headers,
      selection: selection ?? Selection(lines: []), requestedAt: fetched.requestedAt,
      receivedAt: fetched.receivedAt, isPeerPrivate: result.isPeerPrivate, body: result.body)
    let answer = HopAnswer(response, origin: .network)
    guard answer.isRedirect || (200...299).contains(answer.status) else {
      throw result.status == 304 ? .badAnswer : .status(result.status)
    }
    guard
      answer.isRedirect
        || ContentRange.suits(
          hop.request.range, status: result.status, headers: result.headers,
          byteCount: result.body.byteCount)
    else { throw .badAnswer }
    guard hop.request.caching != .passing else { return (answer, .nothing) }
    let mayKeep = Storability.mayKeep(status: result.status, headers: result.headers)
    return (answer, mayKeep && selection != nil ? .store(response) : .remove(hop.key))
  }
}
