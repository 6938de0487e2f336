import Concurrency
package import Logging
package import ResponseStore
import Synchronization
package import Values

/// Loads what is found on the web, through the response cache.
///
/// ```swift
/// let client = HTTPClient(configuration: configuration, cache: ResponseCache(folder: folder))
/// let response = try await client.load(HTTPRequest(try WebAddress("https://a.org/b.jpg")))
/// let picture = try response.body.read()
/// ```
///
/// Equal requests at one time share one transfer, which ends when the last who waits for it has
/// been cancelled. Callable from any task.
package final class HTTPClient: Sendable {
  private let access: Deferred<ServerAccess>
  private let exchange: Exchange
  private let loads = SharedTasks<Hop, HopEvent>(executor: WorkExecutor(label: "loads"))

  /// Makes a client with nothing to do: no thread, no connection, no file.
  /// - Parameters:
  ///   - configuration: What all loads have in common.
  ///   - cache: Where responses are kept.
  ///   - clock: What measures how long hosts rest and failures are remembered.
  ///   - wallClock: The clock of dates.
  ///   - pauses: Waits between the tries of a request; nil for the time it says.
  ///   - log: Hears of requests, and why they fail.
  ///   - seed: What the lengths of those pauses follow from.
  package init(
    configuration: HTTPConfiguration, cache: ResponseCache,
    clock: some Clock<Duration> = .continuous, wallClock: WallClock = .system,
    pauses: (any Pausing)? = nil, log: Log = .none,
    seed: UInt64 = .random(in: .min ... .max)
  ) {
    access = Deferred(configuration.access)
    let engine = TransferEngine()
    let fetcher = Fetcher(
      configuration: configuration, engine: engine, limiter: ConnectionLimiter(),
      breaker: CircuitBreaker(clock: clock), retries: RetryRule(seed: seed),
      pauses: pauses ?? engine,
      wallClock: wallClock, log: log, folder: { cache.incomingFolder })
    exchange = Exchange(
      configuration: configuration, cache: cache, failures: RequestFailures(clock: clock),
      fetcher: fetcher, wallClock: wallClock)
  }

  /// Begins to load the library that asks servers, so that whoever asks first need not wait for that; never waits.
  ///
  /// Nothing happens where no server may be asked.
  package func start() {
    guard !exchange.configuration.isOffline else { return }
    exchange.fetcher.engine.start()
  }

  /// Loads a response, redirects followed.
  /// - Parameters:
  ///   - request: What is wanted.
  ///   - onProgress: Told how far the transfer has come, on a thread that must not wait.
  /// - Returns: A success, whatever its status between 200 and 299.
  /// - Throws: `NetworkError`; `.cancelled` at once when the task is cancelled.
  package func load(
    _ request: HTTPRequest, onProgress: @escaping @Sendable (HTTPProgress) -> Void = { _ in }
  ) async throws(NetworkError) -> HTTPResponse {
    var route = Route(request)
    while true {
      let answer = try await answer(hop(for: route.request), onProgress)
      guard answer.isRedirect else { return answer.response(from: route.request.address) }
      try route.follow(answer, isSigned: access.value.signature(for: route.request.address) != nil)
    }
  }

  /// Forgets what could not be loaded lately, and which hosts rest, so that all is tried again: for
  /// someone who knows that the network is back.
  package func forgetFailures() {
    exchange.failures.forgetAll()
    exchange.fetcher.breaker.forget()
  }

  /// Returns when everything has been kept that was loaded, what is asked for again included, or
  /// after some time: a program that ends may not wait for a slow server.
  package func finish(within limit: Duration = .seconds(5)) async {
    guard loads.count > 0 else { return await exchange.cache.writeUses() }
    let engine = exchange.fetcher.engine
    await withTaskGroup { [loads] group in
      group.addTask { await loads.areOver() }
      group.addTask {
        do throws(NetworkError) {
          try await engine.pause(for: limit)
        } catch {
          // The loads are over.
        }
      }
      await group.next()
      group.cancelAll()
    }
    await exchange.cache.writeUses()
  }

  /// How many loads are under way, what follows from their answers included.
  var loadCount: Int { loads.count }
  /// How many wait for them together.
  var waiterCount: Int { loads.listenerCount }

  private func hop(for request: HTTPRequest) -> Hop {
    var request = request
    let access = access.value
    request.address = access.withLogin(request.address)
    let signature = access.signature(for: request.address)
    return Hop(
      request: request,
      headers: request.headers.lines + access.lines(for: request.address)
        + (signature?.headers ?? []) + (request.question?.lines ?? []),
      signature: signature)
  }

  private func answer(
    _ hop: Hop, _ onProgress: @escaping @Sendable (HTTPProgress) -> Void
  ) async throws(NetworkError) -> HopAnswer {
    let answer = Promise<Result<HopAnswer, NetworkError>>()
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
    _ hop: Hop, _ share: Exchange.Share, _ exchange: Exchange,
    _ loads: SharedTasks<Hop, HopEvent>
  ) async {
    await exchange.run(hop, share) { hop in
      loads.begin(hop) { share in await run(hop, share, exchange, loads) }
    }
  }
}

/// A value that is found out when it is first needed.
private final class Deferred<Value: Sendable>: Sendable {
  private let find: @Sendable () -> Value
  private let found = Mutex<Value?>(nil)

  init(_ find: @escaping @Sendable () -> Value) {
    self.find = find
  }

  /// The value; the first who asks finds it out, and the others wait for that.
  var value: Value {
    found.withLock { found in
      let value = found ?? find()
      found = value
      return value
    }
  }
}
