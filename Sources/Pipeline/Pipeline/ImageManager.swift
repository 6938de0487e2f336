package import Catalog
import Concurrency
import Decoding
import ExpiringCache
package import Imaging
package import Logging
package import System
package import Values

/// Loads tiles: memory first, then from wherever the photo is.
///
/// Equal requests share one load; the most wanted one is loaded first; a load that everyone has left
/// is cancelled. What it decodes all the same is held for the next who asks.
///
///     let manager = ImageManager(pictures: loader, cache: memory, width: 3, clock: ContinuousClock())
///     manager.prioritise(visible + ahead, awaiting: 0, seen: visible.count)
///     if let tile = manager.cachedTile(for: request) { return show(tile) }
///     if let tile = manager.standIn(for: request) { show(tile) }
///     for await response in await manager.responses(for: request) { show(response) }
package actor ImageManager: ImageLoading {
  private let pictures: any PictureLoading
  private let memory: TileMemory
  private let pictureStage: PictureStage
  private let tileStage: TileStage
  private let examiner: PhotoExaminer
  private let standIns: StandIns
  private let gate: LoadGate
  private let stopwatch: Stopwatch
  /// Where loads go on, and everything else that takes but a moment.
  private let executor = WorkExecutor(label: "images")
  /// Where frames are waited for, and drawn.
  private let players = WorkQueue(label: "motion")
  private static let sleeping = WorkClock()

  /// Makes a manager with nothing to do.
  /// - Parameters:
  ///   - pictures: What finds and decodes pictures.
  ///   - cache: Where finished tiles are kept.
  ///   - bitmaps: Where the bitmaps are held that they are made of.
  ///   - width: How many loads of files run at once.
  ///   - pace: Hears when loads keep processors busy.
  ///   - tally: Counts the loads.
  ///   - log: Hears of them, and why they fail.
  ///   - clock: What measures load times.
  ///   - wallClock: Tells the date, on which the pictures of some photos expire.
  ///   - pause: Waits before a file that is being written is looked at again, and for tiles to expire.
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

  /// Waits on a thread that may block, until the time is over or the task is cancelled.
  package static func pauseOnThread(for duration: Duration) async {
    try? await sleeping.sleep(for: duration)
  }

  /// The manager's own thread: an idle manager wakes nothing.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  // MARK: - Asking

  /// The tile of a request, or one that shows the same in more detail, if it is in memory; costs a lock,
  /// never a wait.
  package nonisolated func cachedTile(for request: ImageRequest) -> LoadedTile? {
    let elapsed = stopwatch.start()
    let request = request.finer.first(where: memory.holds) ?? request
    return memory.tile(for: request)?.servedFromMemory(in: elapsed())
  }

  /// A tile of the photo that memory holds for another room or form, stretched to this one's; costs
  /// some locks and a copy of glyphs, never a wait.
  package nonisolated func standIn(for request: ImageRequest) -> LoadedTile? {
    standIns.tile(for: request)
  }

  /// The frames of a photo that moves, pulled past all loads: one is played at a time, and it waits for
  /// none of them.
  package nonisolated func motion(for request: ImageRequest) -> (any PhotoMotion)? {
    DecodedMotion(of: request, pictures: pictures, queue: players)
  }

  /// Asks for a tile: from memory, or from a load that is shared with all who ask the same.
  package func responses(for request: ImageRequest) -> AsyncStream<ImageResponse> {
    standIns.note(request)
    // To look again is no miss of its own, or the statistics would tell two for every picture.
    guard memory.holds(request), let tile = cachedTile(for: request) else {
      return tileStage.responses(for: request)
    }
    return AsyncStream { continuation in
      continuation.yield(.tile(tile))
      continuation.finish()
    }
  }

  /// Sets the order in which waiting requests are taken, the most wanted first; while one of those that
  /// are awaited is loaded, the others have what processors are left, and of what cannot be seen no large file is
  /// loaded whole.
  package nonisolated func prioritise(
    _ requests: [ImageRequest], awaiting awaitedCount: Int, seen seenCount: Int
  ) {
    gate.prioritise(requests.map(\.pictureKey), awaiting: awaitedCount, seen: seenCount)
  }

  /// Reads what a photo's file says of it; all who ask the same share one reading.
  package func metadata(of photo: Photo) async throws(ImageError.Cause) -> PhotoMetadata {
    try await examiner.metadata(of: photo)
  }

  /// Loads the file of a photo that is not here.
  package nonisolated func original(
    of photo: Photo, onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> PhotoOriginal {
    try await pictures.original(of: photo, onProgress: onProgress)
  }

  /// Counts the tones of what is seen, of the bitmap that its tile is made of where memory holds that.
  package func histogram(of view: SeenPicture) async throws(ImageError.Cause) -> ToneHistogram {
    try await examiner.histogram(of: view)
  }

  // MARK: - Forgetting

  /// Forgets which photos failed; they are loaded again when they are asked for next.
  package nonisolated func retryFailures() {
    pictures.retryFailures()
  }

  /// Forgets the tiles whose photo's file has changed since they were loaded, and tells which.
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

  /// The version of a photo's file that its picture was read from last.
  package nonisolated func shownVersion(of photo: Photo) -> FileVersion? {
    pictures.shownVersion(of: photo)
  }

  /// Forgets the bitmaps of a photo, so that its next tile comes from where the photo is.
  package nonisolated func forgetBitmaps(of photo: Photo) {
    pictureStage.forget(photo)
  }

  /// Forgets what photos were seen close up in.
  package nonisolated func forgetCloseUps() {
    pictureStage.forgetCloseUps()
  }

  /// Forgets all bitmaps, and tells how many bytes that gave back.
  package nonisolated func forgetBitmaps() -> Int {
    pictureStage.forgetAll()
  }

  /// Returns when everything is on disk that was to be kept of what was loaded.
  package nonisolated func finish() async {
    await pictures.finish()
  }

  // MARK: - What is under way

  /// How many subscribers all loads have together.
  var subscriberCount: Int { tileStage.subscriberCount }

  /// How many loads run, those that everyone has left included.
  var runningCount: Int {
    get async { await gate.runningCount }
  }

  /// How many wait for what photos say of themselves.
  var readerCount: Int { examiner.readerCount }

  /// How many bitmaps are being loaded, and of how many the rest of their files waits.
  var bitmapCounts: (loading: Int, putOff: Int) { (pictureStage.count, gate.putOffCount) }

  /// How many requests somebody waits for.
  var waitingCount: Int { tileStage.count }
}
