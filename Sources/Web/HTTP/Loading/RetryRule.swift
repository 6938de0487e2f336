internal import ExpiringCache
internal import ResponseStore
internal import Synchronization
import Values

/// How long to wait before a request is tried again.
///
/// The pauses double and are spread by chance, so that many clients do not come back at once.
final class RetryRule: Sendable {
  /// How often a request is made at most.
  static let tries = 3
  /// The longest pause: who has to wait longer is told at once, and may come back.
  static let longestPause = Duration.seconds(5)
  private static let firstPause = Duration.milliseconds(500)

  private let random: Mutex<SplitMix64>

  /// - Parameter seed: The pauses follow from it.
  init(seed: UInt64) {
    random = Mutex(SplitMix64(seed: seed))
  }

  /// The pause after so many tries; nil where there were enough, or the server asks for a longer one.
  ///
  /// What the server asks for is in seconds.
  func pause(afterTry count: Int, retryAfter: Int?) -> Duration? {
    guard count < Self.tries else { return nil }
    let share = random.withLock { Double.random(in: 0.5..<1.5, using: &$0) }
    let own = Self.firstPause * (1 << (count - 1)) * share
    let asked = Duration.seconds(min(retryAfter ?? 0, 86_400))
    return asked <= Self.longestPause ? max(own, asked) : nil
  }

  /// What `Retry-After` says, in seconds: RFC 9110 section 10.2.3.
  static func seconds(_ text: String?, now: Int) -> Int? {
    guard let text else { return nil }
    return CacheControl.seconds(text) ?? HTTPDate.seconds(text, now: now).map { max(0, $0 - now) }
  }
}

/// The requests that failed a short time ago, and why, so that they are not repeated at every turn.
///
/// May be used from any thread.
struct RequestFailures: Sendable {
  private struct Failure: Sendable {
    let error: NetworkError
    /// When it happened, in seconds since the memory was made.
    let time: Int
  }

  private let failures: MemoryCache<CacheKey, Failure>
  private let elapsed: @Sendable () -> Duration

  /// Makes an empty memory of at most 10,000 failures.
  init(clock: some Clock<Duration>) {
    failures = MemoryCache(
      limits: CacheLimits(cost: 10_000, count: 10_000, entryCost: 1), expiration: .never,
      clock: clock)
    elapsed = Stopwatch(clock).start()
  }

  private var now: Int { Int(elapsed() / .seconds(1)) }

  /// Why a request failed, with what is left of the pause its server asked for; nil where nothing is
  /// remembered.
  subscript(key: CacheKey) -> NetworkError? {
    failures.value(for: key).map { $0.error.later(by: now - $0.time) }
  }

  /// Remembers a failure for as long as its kind is likely to last.
  func note(_ error: NetworkError, for key: CacheKey) {
    guard let seconds = error.memorySeconds else { return }
    failures.store(
      Failure(error: error, time: now), for: key, cost: 1, expiration: .within(.seconds(seconds)))
  }

  /// Forgets the failure of a request.
  func forget(_ key: CacheKey) {
    failures.remove([key])
  }

  /// Forgets all failures.
  func forgetAll() {
    failures.removeAll()
  }
}
