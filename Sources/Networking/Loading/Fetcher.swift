import Addresses

/// Asks an origin, as often as it makes sense.
struct Fetcher: Sendable {
  /// A result and when it was asked for and there, in seconds since 1970.
  struct Fetched: Sendable {
    let result: TransferResult
    let requestedAt: Int
    let receivedAt: Int
  }

  let configuration: HTTPConfiguration
  let engine: TransferEngine
  let gate: HostGate
  let health: HostHealth
  let retries: RetryRule
  let pauses: any Pausing
  let wallClock: WallClock
  let folder: @Sendable () -> OwnFolder?

  /// Makes a request; one that only confirms what is kept, where something is.
  /// - Throws: `NetworkError`; after the last try where a failure may pass.
  func fetch(
    _ hop: Hop, _ kept: StoredResponse?, _ share: LoadShare<Hop, HopAnswer>
  ) async throws(NetworkError) -> Fetched {
    let order = try order(for: hop, kept)
    var count = 1
    var earlier: NetworkError?
    while true {
      let (failure, retryAfter): (NetworkError, Int?)
      do throws(NetworkError) {
        let fetched = try await attempt(order, share)
        let status = NetworkError.status(fetched.result.status)
        guard status.isPassing else { return fetched }
        failure = status
        retryAfter = RetryRule.seconds(
          fetched.result.headers["retry-after"], now: fetched.receivedAt)
      } catch {
        (failure, retryAfter) = (error, nil)
      }
      guard failure.isPassing,
        let pause = retries.pause(afterTry: count, retryAfter: retryAfter)
      else { throw failure == .hostResting ? earlier ?? failure : failure }
      earlier = failure
      try await pauses.pause(for: pause)
      count += 1
    }
  }

  private func attempt(
    _ order: TransferOrder, _ share: LoadShare<Hop, HopAnswer>
  ) async throws(NetworkError) -> Fetched {
    let host = order.address.origin
    return try await gate.pass(to: host) { () async throws(NetworkError) in
      try health.admit(host)
      let requestedAt = wallClock.now()
      do throws(NetworkError) {
        let result = try await engine.transfer(order) { share.tell($0) }
        health.noteAnswer(of: host)
        if result.isMultiplexed { gate.widen(host) }
        return Fetched(result: result, requestedAt: requestedAt, receivedAt: wallClock.now())
      } catch {
        if error.blamesHost { health.noteFailure(of: host) }
        throw error
      }
    }
  }

  private func order(
    for hop: Hop, _ kept: StoredResponse?
  ) throws(NetworkError) -> TransferOrder {
    let request = hop.request
    let proxy = configuration.proxies.proxy(for: request.address.origin)
    let forbidden = request.mayReachPrivateNetworks ? nil : configuration.addressRule
    try check(request.address.origin, proxy, forbidden)
    return TransferOrder(
      address: request.address, headers: hop.headers + Self.conditions(kept),
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

  /// Asks only for what differs from what is kept: RFC 9110 section 13.1.
  private static func conditions(_ kept: StoredResponse?) -> [HTTPHeader] {
    guard let kept else { return [] }
    let value = { (name: String) in kept.headers.lines.first { $0.name == name }?.value ?? [] }
    let pairs = [
      ("if-none-match", value("etag")), ("if-modified-since", value("last-modified")),
    ]
    return pairs.filter { !$0.1.isEmpty }.compactMap { HTTPHeader(name: $0.0, value: $0.1) }
  }
}
