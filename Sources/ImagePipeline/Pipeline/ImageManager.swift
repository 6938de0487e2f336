package import Base
package import Catalogs
import ExpiringCache
package import Imaging

/// The image pipeline: loads tiles from the memory cache, else from wherever the photo is.
///
/// Equal requests share one load, the most urgent is loaded first, and a load without subscribers
/// is cancelled; what it has decoded by then is cached.
///
/// ```swift
/// let manager = ImageManager(pictures: loader, cache: memory, width: 3, clock: ContinuousClock())
/// manager.prioritise(visible + ahead, awaiting: 0, seen: visible.count)
/// if let tile = manager.cachedTile(for: request) { return show(tile) }
/// if let tile = manager.standIn(for: request) { show(tile) }
/// for await response in await manager.responses(for: request) { show(response) }
/// ```
package actor ImageManager: ImageLoading {
  private let pictures: any PictureLoading
  private let memory: TileMemory
  private let pictureStage: PictureStage
  private let tileStage: TileStage
  private let examiner: PhotoExaminer
  private let standIns: StandIns
  private let gate: LoadGate
  private let stopwatch: Stopwatch
  private let executor = WorkExecutor(label: "images")
  private let players = WorkQueue(label: "motion")
  private static let sleeping = WorkClock()

  /// `cache` is for tiles, `bitmaps` for what they are rendered from; `width` limits file loads.
  ///
  /// `pause` waits before a file that is being written is read again, and for tiles to expire.
  package init(
    pictures: any PictureLoading, cache: TileMemory, bitmaps: PictureMemory = .lasting,
    width: Int, pace: LoadPace = LoadPace(),
    tally: LoadTally = LoadTally(), log: Log = .none, clock: some Clock<Duration>,
    wallClock: WallClock = .system,
    pause: @escaping @Sendable (Duration) async -> Void = pauseOnThread
  ) {
    self.pictures = pictures
    memory = cache
    standIns = StandIns(memory: cache)
    stopwatch = Stopwatch(clock)
    gate = LoadGate(width: width, executor: executor, pace: pace) { pictures.setLoading($0) }
    let sweeper = ExpirySweeper(
      executor: executor,
      timeToNext: { [cache.timeToNextExpiry, bitmaps.timeToNextExpiry].compactMap(\.self).min() },
      sweep: { _ = (cache.sweep(), bitmaps.sweep()) }, pause: pause)
    pictureStage = PictureStage(
      pictures: pictures, memory: bitmaps, gate: gate, executor: executor, stopwatch: stopwatch,
      wallClock: wallClock, pause: pause)
    tileStage = TileStage(
      pictures: pictureStage, memory: cache, standIns: standIns, gate: gate, executor: executor,
      sweeper: sweeper, stopwatch: stopwatch, wallClock: wallClock, tally: tally,
      log: log)
    examiner = PhotoExaminer(
      loader: pictures, pictures: pictureStage, gate: gate, executor: executor)
  }

  package static func pauseOnThread(for duration: Duration) async {
    try? await sleeping.sleep(for: duration)
  }

  /// The actor's own thread: an idle manager wakes no other.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Also returns a tile with more detail; takes a lock, but does not wait.
  package nonisolated func cachedTile(for request: ImageRequest) -> LoadedTile? {
    let elapsed = stopwatch.start()
    let request = request.finer.first(where: memory.holds) ?? request
    return memory.tile(for: request)?.servedFromMemory(in: elapsed())
  }

  /// Stretches a tile cached for another size or form; takes locks, but does not wait.
  package nonisolated func standIn(for request: ImageRequest) -> LoadedTile? {
    standIns.tile(for: request)
  }

  /// Bypasses the load gate: only one photo is played at a time.
  package nonisolated func motion(for request: ImageRequest) -> (any PhotoMotion)? {
    DecodedMotion(of: request, pictures: pictures, queue: players)
  }

  package func responses(for request: ImageRequest) -> AsyncStream<ImageResponse> {
    standIns.note(request)
    // Check presence first: a second lookup would count as another miss.
    guard memory.holds(request), let tile = cachedTile(for: request) else {
      return tileStage.responses(for: request)
    }
    return AsyncStream { continuation in
      continuation.yield(.tile(tile))
      continuation.finish()
    }
  }

  /// Reserves processors for awaited requests; large invisible files are not loaded whole.
  package nonisolated func prioritise(
    _ requests: [ImageRequest], awaiting awaitedCount: Int, seen seenCount: Int
  ) {
    gate.prioritise(requests.map(\.pictureKey), awaiting: awaitedCount, seen: seenCount)
  }

  package func metadata(of photo: Photo) async throws(ImageError.Cause) -> PhotoMetadata {
    try await examiner.metadata(of: photo)
  }

  package nonisolated func original(
    of photo: Photo, onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> PhotoOriginal {
    try await pictures.original(of: photo, onProgress: onProgress)
  }

  package func histogram(of view: SeenPicture) async throws(ImageError.Cause) -> ToneHistogram {
    try await examiner.histogram(of: view)
  }

  package nonisolated func retryFailures() {
    pictures.retryFailures()
  }

  package nonisolated func forgetChanged(
    among shown: [ImageRequest: LoadedTile]
  ) async -> Set<ImageRequest> {
    var changed: Set<ImageRequest> = []
    for (request, tile) in shown
    where await pictures.hasChanged(request.photo, since: tile.provenance.begunAt) {
      changed.insert(request)
      pictureStage.forget(request.photo)
      let relatives = standIns.relatives(of: request)
      _ = memory.remove(relatives + relatives.map { $0.markingClipping() })
    }
    _ = memory.remove(Array(changed))
    return changed
  }

  package nonisolated func shownVersion(of photo: Photo) -> FileVersion? {
    pictures.shownVersion(of: photo)
  }

  package nonisolated func forgetBitmaps(of photo: Photo) {
    pictureStage.forget(photo)
  }

  package nonisolated func forgetCloseUps() {
    pictureStage.forgetCloseUps()
  }

  package nonisolated func forgetBitmaps() -> Int {
    pictureStage.forgetAll()
  }

  package nonisolated func finish() async {
    await pictures.finish()
  }

  // MARK: - State for tests

  var subscriberCount: Int { tileStage.subscriberCount }

  var runningCount: Int {
    get async { await gate.runningCount }
  }

  var readerCount: Int { examiner.readerCount }

  var bitmapCounts: (loading: Int, putOff: Int) { (pictureStage.count, gate.putOffCount) }

  var waitingCount: Int { tileStage.count }
}
