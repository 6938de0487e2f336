import Base
internal import ExpiringCache
internal import Synchronization

/// Exponential backoff with jitter, so that many clients do not retry at once.
final class RetryRule: Sendable {
  static let tries = 3
  /// If the server requests a longer pause, the request fails at once.
  static let maxPause = Duration.seconds(5)
  private static let firstPause = Duration.milliseconds(500)

  private let random: Mutex<SplitMix64>

  init(seed: UInt64) {
    random = Mutex(SplitMix64(seed: seed))
  }

  /// Nil after enough tries, or if `retryAfter`, in seconds, is longer than `maxPause`.
  func pause(afterTry count: Int, retryAfter: Int?) -> Duration? {
    guard count < Self.tries else { return nil }
    let share = random.withLock { Double.random(in: 0.5..<1.5, using: &$0) }
    let own = Self.firstPause * (1 << (count - 1)) * share
    let asked = Duration.seconds(min(retryAfter ?? 0, 86_400))
    return asked <= Self.maxPause ? max(own, asked) : nil
  }

  /// Parses `Retry-After` to seconds (RFC 9110 section 10.2.3).
  static func seconds(_ text: String?, now: Int) -> Int? {
    guard let text else { return nil }
    return CacheControl.seconds(text) ?? HTTPDate.seconds(text, now: now).map { max(0, $0 - now) }
  }
}

/// Failing requests are not repeated too often. Callable from any thread.
struct RequestFailures: Sendable {
  /// `time` is in seconds since the cache was created.
  private let failures: MemoryCache<CacheKey, (error: NetworkError, time: Int)>
  private let elapsed: @Sendable () -> Duration

  init(clock: some Clock<Duration>) {
    failures = MemoryCache(
      limits: CacheLimits(cost: 10_000, count: 10_000, entryCost: 1), expiration: .never,
      clock: clock)
    elapsed = Stopwatch(clock).start()
  }

  private var now: Int { Int(elapsed() / .seconds(1)) }

  /// The remembered failure, with the rest of the pause that the server requested.
  subscript(key: CacheKey) -> NetworkError? {
    failures.value(for: key).map { $0.error.later(by: now - $0.time) }
  }

  func note(_ error: NetworkError, for key: CacheKey) {
    guard let seconds = error.memorySeconds else { return }
    failures.store((error, now), for: key, cost: 1, expiration: .within(.seconds(seconds)))
  }

  func forget(_ key: CacheKey) {
    failures.remove([key])
  }

  func forgetAll() {
    failures.removeAll()
  }
}

final class HostBreakers: Sendable {
  static let failureLimit = 5

  private let breakers = Mutex<[WebOrigin: CircuitBreaker]>([:])
  private let elapsed: @Sendable () -> Duration

  init(clock: some Clock<Duration>) {
    elapsed = Stopwatch(clock).start()
  }

  /// Throws `NetworkError.hostResting` while the circuit to a host is open.
  func admit(_ host: WebOrigin) throws(NetworkError) {
    let now = elapsed()
    guard breakers.withLock({ $0[host]?.admits(at: now) ?? true }) else { throw .hostResting }
  }

  func noteAnswer(of host: WebOrigin) {
    breakers.withLock { $0[host] = nil }
  }

  func noteFailure(of host: WebOrigin) {
    let now = elapsed()
    breakers.withLock {
      let new = CircuitBreaker(
        failureLimit: Self.failureLimit, pauses: .seconds(15) ... .seconds(300))
      $0[host, default: new].noteFailure(at: now)
    }
  }

  func forget() {
    breakers.withLock { $0 = [:] }
  }
}
