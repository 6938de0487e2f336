internal import Caching
internal import ResponseStore
internal import Values

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
