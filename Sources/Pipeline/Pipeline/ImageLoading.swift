/// Loads tiles for whoever asks, from any thread.
package protocol ImageLoading: Sendable {
  /// The tile of a request if it is in memory, at once: a draw may ask.
  func cachedTile(for request: ImageRequest) -> LoadedTile?

  /// Asks for a tile. The stream ends after a tile or a failure; who stops listening, or whose task
  /// is cancelled, has left, and a load that everyone has left is cancelled.
  func responses(for request: ImageRequest) async -> AsyncStream<ImageResponse>

  /// Forgets which photos failed, so that they are loaded again when they are asked for next.
  func retryFailures()

  /// Forgets the tiles whose photo's file has changed since they were loaded.
  /// - Parameter shown: Tiles by what was asked for.
  /// - Returns: The requests whose tile shows what is no more.
  func forgetChanged(among shown: [ImageRequest: LoadedTile]) async -> Set<ImageRequest>

  /// Says in which order requests are wanted now, the most wanted first; those not named come last.
  func prioritise(_ requests: [ImageRequest])
}
