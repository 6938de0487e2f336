import Pipeline
import Synchronization

/// A loader that counts what it is asked, and whose answers the race brings in virtual time.
///
/// Its streams end without an answer: an answer of the demo is on its way whether or not somebody
/// still listens, and reaches the view model when its time has come.
final class DelayedLoader: ImageLoading {
  private let count = Mutex(0)

  /// How many requests have been made.
  var requestCount: Int { count.withLock { $0 } }

  /// Takes a request whose asker waits for no stream.
  func note(_ request: ImageRequest) {
    count.withLock { $0 += 1 }
  }

  func cachedTile(for request: ImageRequest) -> LoadedTile? { nil }

  func responses(for request: ImageRequest) async -> AsyncStream<ImageResponse> {
    note(request)
    return AsyncStream { $0.finish() }
  }

  func retryFailures() {}

  func forgetChanged(among shown: [ImageRequest: LoadedTile]) async -> Set<ImageRequest> { [] }

  func prioritise(_ requests: [ImageRequest]) {}
}
