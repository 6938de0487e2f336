package import Base
package import Catalogs
import DecoderProtocol
import ExpiringCache
package import ImagePipeline
package import Imaging
import Synchronization

/// A loader with scripted responses, in any order, by the number of the load.
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
    var motionPhotos: Set<String> = []
    var motionCount = 0
    /// Responses and ends sent to each load since the main actor last settled.
    var arriving: [Int: Int] = [:]
  }

  /// Contains only what a test stores.
  package let memory: TileMemory
  /// The clock of `memory`, which expires tiles after ten minutes.
  package let clock = ManualClock()

  package let readings = ScriptedAnswers<Photo, Result<PhotoMetadata, ImageError.Cause>>()
  package let counts = ScriptedAnswers<SeenPicture, Result<ToneHistogram, ImageError.Cause>>()

  package let originals = ScriptedAnswers<Photo, Result<PhotoOriginal, ImageError.Cause>>()

  private let state = Mutex(State())

  package init() {
    memory = MemoryCache(
      limits: CacheLimits(cost: 10_000_000), expiration: .seconds(600), clock: clock)
  }

  /// In request order: the index is the load's number.
  package var requests: [ImageRequest] { state.withLock(\.requests) }

  /// The requests as last prioritized.
  package var priorities: [ImageRequest] { state.withLock(\.priorities) }

  package var leftLoads: Set<Int> { state.withLock(\.left) }

  package func remember(_ request: ImageRequest) {
    memory.store(LoadedTile(picturing: request, origin: .memory), for: request)
  }

  package func cachedTile(for request: ImageRequest) -> LoadedTile? {
    memory.tile(for: request)
  }

  /// Records the current version of a photo's file as the one shown.
  package func readVersion(of photo: Photo) {
    state.withLock { $0.versions[photo] = photo.path.flatMap { FileVersion(path: $0.bytes) } }
  }

  package func shownVersion(of photo: Photo) -> FileVersion? {
    state.withLock { $0.versions[photo] }
  }

  /// Provides a placeholder for every photo from now on.
  package func offerStandIns() {
    state.withLock { $0.offersStandIns = true }
  }

  package func placeholder(for request: ImageRequest) -> LoadedTile? {
    state.withLock(\.offersStandIns) ? LoadedTile(picturing: request) : nil
  }

  package func metadata(of photo: Photo) async throws(ImageError.Cause) -> PhotoMetadata {
    try await readings.answer(to: photo).get()
  }

  /// The scripted file; reports 512 of 1,024 bytes first.
  package func original(
    of photo: Photo, onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> PhotoOriginal {
    onProgress(LoadProgress(received: 512, expected: 1_024))
    return try await originals.answer(to: photo).get()
  }

  package func histogram(of view: SeenPicture) async throws(ImageError.Cause) -> ToneHistogram {
    try await counts.answer(to: view).get()
  }

  /// Animates a photo, by name.
  package func move(_ name: String, _ frames: ScriptedFrames) {
    state.withLock { $0.frames[name] = frames }
  }

  /// Puts a video behind a JPEG, by name, of which its tiles say nothing.
  package func hide(_ frames: ScriptedFrames, in name: String) {
    state.withLock { state in
      state.frames[name] = frames
      state.motionPhotos.insert(name)
    }
  }

  package var motionCount: Int { state.withLock(\.motionCount) }

  package func motion(for request: ImageRequest) -> (any PhotoMotion)? {
    state.withLock { state in
      state.motionCount += 1
      return state.frames[request.photo.name.lossyText].map { ScriptedMotion($0, of: request) }
    }
  }

  package var retryCount: Int { state.withLock(\.retryCount) }

  package func retryFailures() {
    state.withLock { $0.retryCount += 1 }
  }

  package func change(_ names: String...) {
    state.withLock { $0.changed.formUnion(names) }
  }

  package func forgetChanged(
    among shown: [ImageRequest: LoadedTile]
  ) async -> Set<ImageRequest> {
    let names = state.withLock(\.changed)
    let changed = shown.keys.filter { names.contains($0.photo.name.lossyText) }
    _ = memory.remove(changed)
    return Set(changed)
  }

  package func prioritise(
    _ requests: [ImageRequest], focused focusedCount: Int, visible visibleCount: Int
  ) {
    state.withLock { $0.priorities = requests }
  }

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

  /// Waits until sent responses have arrived and the main actor has processed them.
  ///
  /// Anything that has not arrived then will not arrive. A listener receives one response, or the
  /// end, in each turn.
  @MainActor
  package func settle() async {
    let longest = state.withLock { state in
      defer { state.arriving = [:] }
      return state.arriving.values.max() ?? 0
    }
    await settleMainActor(turns: longest + 2)
  }

  package func hint(_ number: Int) {
    send(.hint(LoadedTile(picturing: request(of: number)).tile), to: number)
  }

  package func preview(_ number: Int) {
    send(.preview(LoadedTile(picturing: request(of: number))), to: number)
  }

  package func progress(_ number: Int, received: Int = 430, expected: Int? = 1000) {
    send(.progress(LoadProgress(received: received, expected: expected)), to: number)
  }

  /// Reports that a load is waiting for its host.
  package func wait(_ number: Int, for host: String) {
    send(.progress(LoadProgress(received: 0, expected: nil, awaitedHost: host)), to: number)
  }

  package func complete(_ number: Int, takenAt date: CaptureDate? = nil, by camera: String? = nil) {
    let request = request(of: number)
    let name = request.photo.name.lossyText
    let (moves, isHidden) = state.withLock {
      ($0.frames[name] != nil, $0.motionPhotos.contains(name))
    }
    let tile = LoadedTile(
      picturing: request, takenAt: date, by: camera, moves: moves && !isHidden,
      format: isHidden ? .jpeg : nil)
    end(number, with: .tile(tile))
  }

  /// Ends a load with a half-transparent tile, blended with the request's background.
  package func completeTransparent(_ number: Int) {
    let request = request(of: number)
    let tile = LoadedTile(picturing: request, background: request.form.background)
    memory.store(tile, for: request)
    end(number, with: .tile(tile))
  }

  /// Ends a load with pixels whose bytes spell the request.
  package func completeInPixels(_ number: Int) {
    let request = request(of: number)
    let picture = EncodedPicture(
      symbols: Canvas(size: request.cells), encoding: .rgb, pixels: PixelSize(width: 1, height: 1),
      bytes: Array("\(request.photo.name.lossyText) \(request.cells)".utf8))
    end(number, with: .tile(LoadedTile(picturing: request, content: .pixels(picture))))
  }

  package func truncate(_ number: Int) {
    end(number, with: .tile(LoadedTile(picturing: request(of: number), isComplete: false)))
  }

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
      // One for the response, and one for an end that may follow.
      state.arriving[number, default: 1] += 1
      return state.continuations[number]
    }
    continuation.yield(response)
    return continuation
  }
}
