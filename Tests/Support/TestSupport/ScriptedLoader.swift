package import Catalog
import DecoderMessages
import Decoding
import ExpiringCache
package import Imaging
package import Pipeline
package import System
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
    var versions: [Photo: FileVersion] = [:]
    var offersStandIns = false
    var frames: [String: ScriptedFrames] = [:]
    var motionCount = 0
    /// How much has been sent to each load since the main actor last settled, its end included.
    var arriving: [Int: Int] = [:]
  }

  /// What the loader remembers: only what a test says, unless it stores by itself.
  package let memory: TileMemory
  /// What tells memory the time, of which it keeps a picture ten minutes.
  package let clock = ManualClock()

  /// The photos that somebody wants to know more of.
  package let readings = ScriptedAnswers<Photo, Result<PhotoMetadata, ImageError.Cause>>()
  /// The views whose tones somebody wants to have counted.
  package let counts = ScriptedAnswers<SeenPicture, Result<ToneHistogram, ImageError.Cause>>()

  /// The photos whose files somebody wants to have here.
  package let originals = ScriptedAnswers<Photo, Result<PhotoOriginal, ImageError.Cause>>()

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

  /// Says that the picture of a photo was read from its file as it is now.
  package func readVersion(of photo: Photo) {
    state.withLock { $0.versions[photo] = photo.path.flatMap { FileVersion(path: $0.bytes) } }
  }

  /// The version that a test has read.
  package func shownVersion(of photo: Photo) -> FileVersion? {
    state.withLock { $0.versions[photo] }
  }

  /// Lets memory hold every photo for another room, from here on.
  package func offerStandIns() {
    state.withLock { $0.offersStandIns = true }
  }

  /// The photo's picture in the size of the request, where stand-ins are offered.
  package func standIn(for request: ImageRequest) -> LoadedTile? {
    state.withLock(\.offersStandIns) ? LoadedTile(picturing: request) : nil
  }

  /// What the test says of the photo.
  package func metadata(of photo: Photo) async throws(ImageError.Cause) -> PhotoMetadata {
    try await readings.answer(to: photo).get()
  }

  /// The file that the test gives; half of a kilobyte has come when it is asked for.
  package func original(
    of photo: Photo, onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> PhotoOriginal {
    onProgress(LoadProgress(received: 512, expected: 1_024))
    return try await originals.answer(to: photo).get()
  }

  /// The tones that the test gives.
  package func histogram(of view: SeenPicture) async throws(ImageError.Cause) -> ToneHistogram {
    try await counts.answer(to: view).get()
  }

  /// Lets a photo move, by its name.
  package func move(_ name: String, _ frames: ScriptedFrames) {
    state.withLock { $0.frames[name] = frames }
  }

  /// How often frames were asked for from the beginning.
  package var motionCount: Int { state.withLock(\.motionCount) }

  /// The frames of a photo that a test lets move.
  package func motion(for request: ImageRequest) -> (any PhotoMotion)? {
    state.withLock { state in
      state.motionCount += 1
      return state.frames[request.photo.name.lossyText].map { ScriptedMotion($0, of: request) }
    }
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
  package func prioritise(
    _ requests: [ImageRequest], awaiting awaitedCount: Int, seen seenCount: Int
  ) {
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

  /// Returns when everything has arrived that was sent, and what follows from it on the main actor; what
  /// has not come then does not come.
  ///
  /// A listener takes one answer, or the end, in each turn.
  @MainActor
  package func settle() async {
    let longest = state.withLock { state in
      defer { state.arriving = [:] }
      return state.arriving.values.max() ?? 0
    }
    await settleMainActor(turns: longest + 2)
  }

  /// Sends a hint of a load's own picture.
  package func hint(_ number: Int) {
    send(.hint(LoadedTile(picturing: request(of: number)).tile), to: number)
  }

  /// Sends a preview of a load's own picture.
  package func preview(_ number: Int) {
    send(.preview(LoadedTile(picturing: request(of: number))), to: number)
  }

  /// Says how far a load is.
  package func progress(_ number: Int, received: Int = 430, expected: Int? = 1000) {
    send(.progress(LoadProgress(received: received, expected: expected)), to: number)
  }

  /// Says that the host of a load has not answered yet.
  package func wait(_ number: Int, for host: String) {
    send(.progress(LoadProgress(received: 0, expected: nil, awaitedHost: host)), to: number)
  }

  /// Ends a load with its own picture, and what its file says of it.
  package func complete(_ number: Int, takenAt date: CaptureDate? = nil, by camera: String? = nil) {
    let request = request(of: number)
    let moves = state.withLock { $0.frames[request.photo.name.lossyText] != nil }
    let tile = LoadedTile(picturing: request, takenAt: date, by: camera, moves: moves)
    end(number, with: .tile(tile))
  }

  /// Ends a load with its own picture, half transparent: mixed with the background of its request.
  package func completeTransparent(_ number: Int) {
    let request = request(of: number)
    let tile = LoadedTile(picturing: request, background: request.form.background)
    memory.store(tile, for: request)
    end(number, with: .tile(tile))
  }

  /// Ends a load with its own picture in pixels: bytes that spell what was asked for.
  package func completeInPixels(_ number: Int) {
    let request = request(of: number)
    let picture = EncodedPicture(
      symbols: Canvas(size: request.cells), encoding: .rgb, pixels: PixelSize(width: 1, height: 1),
      bytes: Array("\(request.photo.name.lossyText) \(request.cells)".utf8))
    end(number, with: .tile(LoadedTile(picturing: request, content: .pixels(picture))))
  }

  /// Ends a load with what there was of a broken file.
  package func truncate(_ number: Int) {
    end(number, with: .tile(LoadedTile(picturing: request(of: number), isComplete: false)))
  }

  /// Ends a load with a failure.
  package func fail(_ number: Int) {
    let cause = ImageError.Cause.decoding(.refused(.notAnImage))
    end(number, with: .failure(ImageError(photo: request(of: number).photo, cause: cause)))
  }

  private func request(of number: Int) -> ImageRequest {
    state.withLock { $0.requests[number] }
  }

  private func end(_ number: Int, with response: ImageResponse) {
    send(response, to: number).finish()
  }

  @discardableResult
  private func send(
    _ response: ImageResponse, to number: Int
  ) -> AsyncStream<ImageResponse>.Continuation {
    let continuation = state.withLock { state in
      // One for the answer, and one for an end that may follow.
      state.arriving[number, default: 1] += 1
      return state.continuations[number]
    }
    continuation.yield(response)
    return continuation
  }
}
