internal import ExpiringCache

/// The small responses that were read or stored last, in memory.
///
/// Callable from any thread. How old a response is does not matter here.
struct ResponseMemory: Sendable {
  /// What an entry takes beside its body, in bytes; a rough guess.
  private static let overhead = 1_000

  /// The size of the largest body that is kept here, in bytes.
  private static let bodyLimit = 100_000

  private let responses: MemoryCache<CacheKey, StoredResponse>

  /// Makes an empty memory with a budget in bytes, a tenth of it for one response.
  init(budget: Int, clock: some Clock<Duration>) {
    responses = MemoryCache(
      limits: CacheLimits(cost: budget), expiration: .never, clock: clock)
  }

  /// How much is held, in bytes and entries.
  var usage: CacheUsage { responses.usage }

  /// The response of a key; nil where it is not in memory.
  func response(for key: CacheKey) -> StoredResponse? {
    responses.value(for: key)
  }

  /// Keeps a response in the place of the one before, unless its body is large.
  func keep(_ response: StoredResponse) {
    if case .bytes(let bytes) = response.body, bytes.count <= Self.bodyLimit {
      responses.store(response, for: response.key, cost: bytes.count + Self.overhead)
    } else {
      responses.remove([response.key])
    }
  }

  /// Removes a response.
  func remove(_ key: CacheKey) {
    responses.remove([key])
  }

  /// Removes everything.
  func removeAll() {
    responses.removeAll()
  }
}
