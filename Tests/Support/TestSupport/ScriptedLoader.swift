import Caching
import Catalog
import DecoderMessages
import Decoding
package import Imaging
package import Pipeline
import Synchronization
import Values

/// A loader whose answers a test gives, in any order, by the number of the load.
package final class ScriptedLoader: ImageLoading {
  private struct State {
    var requests: [ImageRequest] = []
    var continuations: [AsyncStream<ImageResponse>.Continuation] = []
    var priorities: [ImageRequest] = []
    var left: Set<Int> = []
    var retryCount = 0
    var changed: Set<String> = []
    var offersStandIns = false
  }

  /// What the loader remembers: only what a test says, unless it stores by itself.
  package let memory: TileMemory
  /// What tells memory the time, of which it keeps a picture ten minutes.
  package let clock = ManualClock()

  private let state = Mutex(State())

  /// Makes a loader that nobody has asked yet.
  package init() {
    memory = MemoryCache(
      limits: CacheLimits(cost: 10_000_000), expiration: .seconds(600), clock: clock)
  }

  /// Every request in the order it was made: the loads by number.
  package var requests: [ImageRequest] { state.withLock(\.requests) }

  /// The requests in the order they are wanted, as last told.
  package var priorities: [ImageRequest] { state.withLock(\.priorities) }

  /// The loads that have been left before they ended.
  package var leftLoads: Set<Int> { state.withLock(\.left) }

  /// Puts the picture of a request into memory.
  package func remember(_ request: ImageRequest) {
    memory.store(LoadedTile(picturing: request, origin: .memory), for: request)
  }

  /// The tile put into memory before, if any.
  package func cachedTile(for request: ImageRequest) -> LoadedTile? {
    memory.tile(for: request)
  }

  /// Lets memory hold every photo for another room, from here on.
  package func offerStandIns() {
    state.withLock { $0.offersStandIns = true }
  }

  /// The photo's picture in the size of the request, where stand-ins are offered.
  package func standIn(for request: ImageRequest) -> LoadedTile? {
    state.withLock(\.offersStandIns) ? LoadedTile(picturing: request) : nil
  }

  /// How often failures were to be forgotten.
  package var retryCount: Int { state.withLock(\.retryCount) }

  /// Counts that failures were to be forgotten.
  package func retryFailures() {
    state.withLock { $0.retryCount += 1 }
  }

  /// Says that the files of some photos have changed, by their names.
  package func change(_ names: String...) {
    state.withLock { $0.changed.formUnion(names) }
  }

  /// Forgets the pictures of files that a test has changed.
  package func forgetChanged(
    among shown: [ImageRequest: LoadedTile]
  ) async -> Set<ImageRequest> {
    let names = state.withLock(\.changed)
    let changed = shown.keys.filter { names.contains($0.photo.name.lossyText) }
    _ = memory.remove(changed)
    return Set(changed)
  }

  /// Keeps the order for the test to look at.
  package func prioritise(_ requests: [ImageRequest]) {
    state.withLock { $0.priorities = requests }
  }

  /// Notes the request; its answers come when the test gives them.
  package func responses(for request: ImageRequest) async -> AsyncStream<ImageResponse> {
    let (stream, continuation) = AsyncStream.makeStream(of: ImageResponse.self)
    let number = state.withLock { state in
      state.requests.append(request)
      state.continuations.append(continuation)
      return state.requests.count - 1
    }
    continuation.onTermination = { [weak self] reason in
      guard case .cancelled = reason else { return }
      self?.state.withLock { _ = $0.left.insert(number) }
    }
    return stream
  }

  /// Sends a preview of a load's own picture.
  package func preview(_ number: Int) {
    let (request, continuation) = load(number)
    continuation.yield(.preview(LoadedTile(picturing: request)))
  }

  /// Says how far a load is.
  package func progress(_ number: Int, received: Int = 430, expected: Int? = 1000) {
    load(number).1.yield(.progress(LoadProgress(received: received, expected: expected)))
  }

  /// Says that the host of a load has not answered yet.
  package func wait(_ number: Int, for host: String) {
    load(number).1.yield(
      .progress(LoadProgress(received: 0, expected: nil, awaitedHost: host)))
  }

  /// Ends a load with its own picture, and what its file says of it.
  package func complete(_ number: Int, takenAt date: CaptureDate? = nil, by camera: String? = nil) {
    let (request, continuation) = load(number)
    continuation.yield(.tile(LoadedTile(picturing: request, takenAt: date, by: camera)))
    continuation.finish()
  }

  /// Ends a load with its own picture, half transparent: mixed with the background of its request.
  package func completeTransparent(_ number: Int) {
    let (request, continuation) = load(number)
    let tile = LoadedTile(picturing: request, background: request.form.background)
    memory.store(tile, for: request)
    continuation.yield(.tile(tile))
    continuation.finish()
  }

  /// Ends a load with its own picture in pixels: bytes that spell what was asked for.
  package func completeInPixels(_ number: Int) {
    let (request, continuation) = load(number)
    let picture = EncodedPicture(
      size: request.cells, bytes: Array("\(request.photo.name.lossyText) \(request.cells)".utf8))
    continuation.yield(
      .tile(LoadedTile(picturing: request, content: .pixels(picture))))
    continuation.finish()
  }

  /// Ends a load with what there was of a broken file.
  package func truncate(_ number: Int) {
    let (request, continuation) = load(number)
    continuation.yield(.tile(LoadedTile(picturing: request, isComplete: false)))
    continuation.finish()
  }

  /// Ends a load with a failure.
  package func fail(_ number: Int) {
    let (request, continuation) = load(number)
    continuation.yield(
      .failure(ImageError(photo: request.photo, cause: .decoding(.refused(.notAnImage)))))
    continuation.finish()
  }

  private func load(_ number: Int) -> (ImageRequest, AsyncStream<ImageResponse>.Continuation) {
    state.withLock { ($0.requests[number], $0.continuations[number]) }
  }
}
