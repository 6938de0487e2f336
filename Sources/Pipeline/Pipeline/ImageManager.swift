import Caching
import Catalog
import Concurrency
import DecoderMessages
import Decoding
import HTTP
import Imaging
import Rendering
import Synchronization
package import Values

/// Loads tiles: memory first, then from wherever the photo is.
///
/// Equal requests share one load; the most wanted one is loaded first; a load that everyone has left
/// is cancelled. What was loaded is kept in memory even then, for the next who asks.
package actor ImageManager: ImageLoading {
  private let pictures: any PictureLoading
  private let cache: TileMemory
  private let stopwatch: Stopwatch
  private let pace: ProgressPace
  private let wallClock: WallClock
  private static let sleeping = WorkClock()
  private let pause: @Sendable (Duration) async -> Void
  private let lanes: LoadLanes
  private let ranks = Mutex<[ImageRequest: Int]>([:])
  /// Where the manager itself runs, and beside it the work of rendering.
  private let executor = WorkExecutor(label: "images")
  private let renderers = WorkQueue(label: "rendering")

  private var loads: [ImageRequest: SharedLoad] = [:]
  private var queue = LoadQueue()
  /// Takes out of memory what nobody asks for; nil while memory holds nothing that expires.
  private var sweeping: Task<Void, Never>?
  /// The loads that run in each lane, those that everyone has left included.
  private var running: [LoadLane: Int] = [:]
  private var lastID = 0
  /// What the loaders of pictures were told last.
  private var isLoading = false

  /// Makes a manager with nothing to do.
  /// - Parameters:
  ///   - pictures: What finds and decodes pictures.
  ///   - cache: Where finished tiles are kept.
  ///   - width: How many loads of files run at once.
  ///   - clock: What measures load times.
  ///   - wallClock: Tells the date, on which the pictures of some photos expire.
  ///   - pause: Waits before a file that is being written is looked at again, and for tiles to expire.
  package init(
    pictures: any PictureLoading, cache: TileMemory, width: Int, clock: some Clock<Duration>,
    wallClock: WallClock = .system,
    pause: @escaping @Sendable (Duration) async -> Void = pauseOnThread
  ) {
    self.pictures = pictures
    self.cache = cache
    lanes = LoadLanes(files: width)
    stopwatch = Stopwatch(clock)
    pace = ProgressPace(stopwatch)
    self.wallClock = wallClock
    self.pause = pause
  }

  deinit {
    sweeping?.cancel()
  }

  /// Waits on a thread that may block, until the time is over or the task is cancelled.
  package static func pauseOnThread(for duration: Duration) async {
    try? await sleeping.sleep(for: duration)
  }

  /// The tile of a request if it is in memory; costs a lock, never a wait.
  package nonisolated func cachedTile(for request: ImageRequest) -> LoadedTile? {
    let elapsed = stopwatch.start()
    return cache.tile(for: request)?.servedFromMemory(in: elapsed())
  }

  /// Sets the order in which waiting requests are taken, the most wanted first.
  package nonisolated func prioritise(_ requests: [ImageRequest]) {
    let order = Dictionary(
      zip(requests, 0...), uniquingKeysWith: { first, _ in first })
    ranks.withLock { $0 = order }
  }

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
    }
    _ = cache.remove(Array(changed))
    return changed
  }

  /// Returns when everything is on disk that was to be kept of what was loaded.
  package nonisolated func finish() async {
    await pictures.finish()
  }

  /// Asks for a tile: from memory, or from a load that is shared with all who ask the same.
  package func responses(for request: ImageRequest) -> AsyncStream<ImageResponse> {
    let (stream, continuation) = AsyncStream.makeStream(of: ImageResponse.self)
    if let tile = rememberedTile(for: request) {
      continuation.yield(.tile(tile))
      continuation.finish()
    } else {
      join(request, continuation)
    }
    return stream
  }

  /// How many subscribers all loads have together.
  var subscriberCount: Int {
    loads.values.reduce(0) { $0 + $1.subscribers.count }
  }

  /// The manager's own thread: an idle manager wakes nothing.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// How many loads run, those that everyone has left included.
  var runningCount: Int { running.values.reduce(0, +) }

  /// How many requests somebody waits for.
  var waitingCount: Int { loads.count }

  private func join(
    _ request: ImageRequest, _ continuation: AsyncStream<ImageResponse>.Continuation
  ) {
    let subscriber = nextID()
    continuation.onTermination = { [weak self, executor] reason in
      guard case .cancelled = reason else { return }
      Task(executorPreference: executor) { await self?.leave(request, subscriber) }
    }
    var load = loads[request] ?? SharedLoad(id: nextID())
    load.subscribers[subscriber] = continuation
    if let preview = load.preview { continuation.yield(.preview(preview)) }
    if load.task == nil { queue.append(request) }
    loads[request] = load
    startLoads()
  }

  private func leave(_ request: ImageRequest, _ subscriber: Int) {
    guard loads[request]?.subscribers.removeValue(forKey: subscriber) != nil,
      loads[request]?.subscribers.isEmpty == true
    else { return }
    let abandoned = loads.removeValue(forKey: request)
    abandoned?.task?.cancel()
    queue.remove(request)
  }

  private func startLoads() {
    let ranks = ranks.withLock { $0 }
    while let request = queue.popFirst(ranks: ranks, from: lanes.open(besides: running)),
      let id = loads[request]?.id
    {
      running[request.lane, default: 0] += 1
      loads[request]?.task = Task(executorPreference: executor) {
        await self.run(request, id: id)
      }
    }
    tellWhetherLoading()
  }

  private func tellWhetherLoading() {
    guard isLoading != (runningCount > 0) else { return }
    isLoading.toggle()
    pictures.setLoading(isLoading)
  }

  private func run(_ request: ImageRequest, id: Int) async {
    let response: ImageResponse
    do throws(ImageError.Cause) {
      let tile = try await load(request, id: id)
      cache.store(tile, for: request, lifetime: lifetime(of: request.photo))
      sweepInTime()
      response = .tile(tile)
    } catch {
      if error.isPassing { return await loadLater(request, id: id) }
      response = .failure(ImageError(photo: request.photo, cause: error))
    }
    finish(request, id: id, with: response)
  }

  /// Sees to it that tiles which nobody asks for are taken out of memory when they have expired.
  ///
  /// It waits for the next to expire and then for a second at least, so that neighbours go together;
  /// where there is nothing to wait for, nobody waits.
  private func sweepInTime() {
    guard sweeping == nil, cache.timeToNextExpiry != nil else { return }
    sweeping = Task(executorPreference: executor) { [weak self, cache, pause] in
      while !Task.isCancelled, let time = cache.timeToNextExpiry {
        await pause(max(time, .seconds(1)))
        _ = cache.sweep()
      }
      await self?.endSweeping()
    }
  }

  private func endSweeping() {
    sweeping = nil
    // Another tile may have come meanwhile.
    sweepInTime()
  }

  /// Lets others load until the file has had time to be written, and then loads it again.
  private func loadLater(_ request: ImageRequest, id: Int) async {
    running[request.lane, default: 0] -= 1
    startLoads()
    guard loads[request]?.id == id, let duration = loads[request]?.nextPause() else { return }
    await pause(duration)
    guard loads[request]?.id == id else { return }
    queue.append(request)
    startLoads()
  }

  private func finish(_ request: ImageRequest, id: Int, with response: ImageResponse) {
    running[request.lane, default: 0] -= 1
    pace.forget(load: id)
    if loads[request]?.id == id {
      loads.removeValue(forKey: request)?.finish(with: response)
    }
    startLoads()
  }

  private func load(_ request: ImageRequest, id: Int) async throws(ImageError.Cause) -> LoadedTile {
    let elapsed = stopwatch.start()
    if let tile = rememberedTile(for: request) { return tile }
    if request.exceedsThumbnails { await loadPreview(of: request, elapsed) }
    return try await tile(for: request, .whereItSuffices, elapsed) { [weak self] progress in
      self?.note(ProgressPace.Entry(request: request, progress: progress), ofLoad: id)
    }
  }

  /// Hears how far a load is, on the thread that transfers it.
  private nonisolated func note(_ entry: ProgressPace.Entry, ofLoad id: Int) {
    let due = pace.note(entry, ofLoad: id)
    guard !due.isEmpty else { return }
    Task(executorPreference: executor) { await self.send(due) }
  }

  private func send(_ entries: [Int: ProgressPace.Entry]) {
    for (id, entry) in entries where loads[entry.request]?.id == id {
      loads[entry.request]?.send(entry.progress)
    }
  }

  /// The tile of a request if it has come into memory since somebody asked in vain; to look again
  /// is no miss of its own, or the statistics would tell three for every picture.
  private func rememberedTile(for request: ImageRequest) -> LoadedTile? {
    cache.holds(request) ? cachedTile(for: request) : nil
  }

  /// Sends what an embedded thumbnail shows to everyone who waits for the request by then.
  private func loadPreview(of request: ImageRequest, _ elapsed: @Sendable () -> Duration) async {
    guard let preview = try? await tile(for: request, .only, elapsed) else { return }
    loads[request]?.send(preview: preview)
  }

  private func tile(
    for request: ImageRequest, _ thumbnail: ThumbnailUse,
    _ elapsed: @Sendable () -> Duration,
    onProgress: @escaping @Sendable (LoadProgress) -> Void = { _ in }
  ) async throws(ImageError.Cause) -> LoadedTile {
    let begunAt = wallClock.now()
    let picture = try await pictures.picture(
      of: request.photo, for: DecodingRequest(box: request.pixels, thumbnail: thumbnail),
      onProgress: onProgress)
    let tile = LoadedTile(
      tile: try await render(picture, for: request), info: picture.info,
      provenance: Provenance(
        origin: picture.origin, isStale: picture.isStale, loadTime: elapsed(), begunAt: begunAt))
    guard picture.isStable else {
      loads[request]?.send(preview: tile)
      throw .decoding(.changing)
    }
    return tile
  }

  private func render(
    _ picture: LoadedPicture, for request: ImageRequest
  ) async throws(ImageError.Cause) -> Tile {
    try await renderers.run(orThrow: ImageError.Cause.decoding(.noThread)) {
      TileRenderer().tile(
        from: picture.bitmap, pictureSize: picture.info.size ?? picture.bitmap.size,
        fitting: request.cells, form: request.form)
    }
  }

  private func lifetime(of photo: Photo) -> TileLifetime {
    photo.onWeb.map { TileLifetime($0.lifetime, at: wallClock.now()) } ?? .usual
  }

  private func nextID() -> Int {
    lastID += 1
    return lastID
  }
}
