package import Base
import Synchronization

/// An HTTP client with a response cache.
///
/// ```swift
/// let client = HTTPClient(configuration: configuration, cache: ResponseCache(folder: folder))
/// let response = try await client.load(HTTPRequest(try WebAddress("https://a.org/b.jpg")))
/// let picture = try response.body.read()
/// ```
///
/// Equal requests share one transfer, which ends with its last subscriber. Callable from any task.
package final class HTTPClient: Sendable {
  private let found = Mutex<ServerAccess?>(nil)
  private let exchange: Exchange
  private let loads = SharedTasks<ResolvedRequest, HopEvent>(executor: WorkExecutor(label: "loads"))

  /// Starts no thread, connection or file access.
  ///
  /// `clock` measures circuit breaker pauses and how long failures are remembered; `pauses` waits
  /// between retries, by default on the transfer thread; `seed` determines the jitter of retries.
  package init(
    configuration: HTTPConfiguration, cache: ResponseCache,
    clock: some Clock<Duration> = .continuous, wallClock: WallClock = .system,
    pauses: (any Pausing)? = nil, log: Log = .none, seed: UInt64 = .random(in: .min ... .max)
  ) {
    let engine = TransferEngine()
    exchange = Exchange(
      configuration: configuration, cache: cache, failures: RequestFailures(clock: clock),
      engine: engine, breakers: HostBreakers(clock: clock), retries: RetryRule(seed: seed),
      pauses: pauses ?? engine, wallClock: wallClock, log: log)
  }

  package func start() {
    guard !exchange.configuration.isOffline else { return }
    exchange.engine.start()
  }

  /// Returns a response with a status of 200...299 after redirects. `onProgress` is called on the
  /// transfer thread and must not block. Throws `.cancelled` at once when the task is cancelled.
  package func load(
    _ request: HTTPRequest, onProgress: @escaping @Sendable (HTTPProgress) -> Void = { _ in }
  ) async throws(NetworkError) -> HTTPResponse {
    if let local = try await localResponse(to: request) { return local }
    var route = Route(request)
    while true {
      var answer = try await answer(hop(for: route.request), onProgress)
      // As requested, without a login from the configuration.
      answer.address = route.request.address
      guard answer.isRedirect else { return answer }
      try route.follow(answer, isSigned: access.signature(for: route.request.address) != nil)
    }
  }

  /// A local origin is never asked on behalf of a public host.
  private func localResponse(
    to request: HTTPRequest
  ) async throws(NetworkError) -> HTTPResponse? {
    guard request.mayReachPrivateNetworks,
      let origin = exchange.configuration.localOrigins.first(where: {
        $0.host == request.address.origin.host
      })
    else { return nil }
    do throws(NetworkError) {
      let (bytes, entityTag) = try await origin.content(at: request.address)
      return HTTPResponse(local: bytes, entityTag: entityTag, at: request.address)
    } catch {
      throw Task.isCancelled ? .cancelled : error
    }
  }

  /// Closes all circuit breakers too, for when the user knows that the network is back.
  package func forgetFailures() {
    exchange.failures.forgetAll()
    exchange.breakers.forget()
  }

  /// Waits until all responses are stored, including background revalidation, or until the limit.
  package func finish(within limit: Duration = .seconds(5)) async {
    guard loads.count > 0 else { return }
    let engine = exchange.engine
    await withTaskGroup { [loads] group in
      group.addTask { await loads.areOver() }
      group.addTask {
        // Fails when all loads have finished.
        try? await engine.pause(for: limit)
      }
      await group.next()
      group.cancelAll()
    }
  }

  package var loadCount: Int { loads.count }
  package var waiterCount: Int { loads.listenerCount }

  private var access: ServerAccess {
    found.withLock { found in
      let access = found ?? exchange.configuration.access()
      found = access
      return access
    }
  }

  private func hop(for request: HTTPRequest) -> ResolvedRequest {
    var request = request
    let access = access
    request.address = access.withLogin(request.address)
    let signature = access.signature(for: request.address)
    return ResolvedRequest(
      request: request,
      headers: request.headers.lines + access.lines(for: request.address)
        + (signature?.headers ?? []) + (request.body?.lines ?? []),
      signature: signature)
  }

  private func answer(
    _ hop: ResolvedRequest, _ onProgress: @escaping @Sendable (HTTPProgress) -> Void
  ) async throws(NetworkError) -> HTTPResponse {
    let answer = Promise<Result<HTTPResponse, NetworkError>>()
    let ticket = loads.join(
      hop,
      { event, _ in
        switch event {
        case .progress(let progress): onProgress(progress)
        case .answer(let result): answer.fulfil(result)
        }
      },
      { [exchange, loads] share in await Self.run(hop, share, exchange, loads) })
    let result = await withTaskCancellationHandler {
      await answer.value()
    } onCancel: {
      loads.leave(ticket)
      answer.fulfil(.failure(.cancelled))
    }
    return try result.get()
  }

  @Sendable private static func run(
    _ hop: ResolvedRequest, _ share: Exchange.Share, _ exchange: Exchange,
    _ loads: SharedTasks<ResolvedRequest, HopEvent>
  ) async {
    await exchange.run(hop, share) { hop in
      loads.begin(hop) { share in await run(hop, share, exchange, loads) }
    }
  }
}

/// Serves a host without the network or a cache.
package protocol LocalOrigin: Sendable {
  var host: String { get }

  /// Throws `NetworkError.badAddress` or `.local`.
  func content(
    at address: WebAddress
  ) async throws(NetworkError) -> (bytes: [UInt8], entityTag: String)
}

package struct HTTPConfiguration: Sendable {
  package var timeouts: HTTPTimeouts
  /// Called once before the first request, and may block.
  package var access: @Sendable () -> ServerAccess
  package var proxies: ProxyVariables
  package var trust: TLSOptions
  package var isPrivate: @Sendable (IPAddress) -> Bool
  package var isOffline: Bool
  package var localOrigins: [any LocalOrigin] = []

  package init(
    timeouts: HTTPTimeouts = .standard,
    access: @autoclosure @escaping @Sendable () -> ServerAccess = ServerAccess(),
    proxies: ProxyVariables, trust: TLSOptions,
    isPrivate: @escaping @Sendable (IPAddress) -> Bool = \.isPrivate, isOffline: Bool = false
  ) {
    (self.timeouts, self.access, self.proxies, self.trust) = (timeouts, access, proxies, trust)
    (self.isPrivate, self.isOffline) = (isPrivate, isOffline)
  }
}
