package import Base
package import Catalogs
import ExpiringCache
import HTTP
package import Imaging
import Synchronization

/// Loads tiles from memory, else from wherever the photo is.
///
/// It has two caches and a graph of shared tasks over them: a tile is rendered from a bitmap, and
/// tiles of several sizes and forms share one bitmap. Equal requests share one load, the most
/// urgent is loaded first (`LoadScheduler`), and a load without subscribers is cancelled; bitmaps
/// decoded by then are cached. A smaller cached bitmap is the preview of a larger one. How a bitmap
/// is found, and in how many steps, is up to its loader (`BitmapLoading`).
///
/// ```swift
/// let pipeline = ImagePipeline(
///   loaders: BitmapLoaders(files: files, web: web), cache: tiles, width: 3,
///   clock: ContinuousClock())
/// pipeline.prioritise(visible + ahead, focused: 0, visible: visible.count)
/// if let tile = pipeline.cachedTile(for: request) { return show(tile) }
/// if let tile = pipeline.placeholder(for: request) { show(tile) }
/// for await response in await pipeline.responses(for: request) { show(response) }
/// ```
///
/// The actor only leaves the caller's thread: all state is in caches, tasks and scheduler.
package actor ImagePipeline: ImageLoading {
  private typealias TileTasks = SharedTasks<ImageRequest, ImageResponse>
  private typealias BitmapTasks = SharedTasks<BitmapKey, BitmapEvent>

  private enum BitmapEvent: Sendable {
    case progress(LoadProgress)
    case preview(CachedBitmap)
    case bitmap(CachedBitmap)
    case failure(ImageError.Cause)
  }

  private struct TileShape: Hashable {
    let cells: CellSize
    let form: TileForm
    let extent: PictureExtent
  }

  /// Sizes of grid and viewer before and after a change, with and without caption rows.
  private static let shapeLimit = 8
  /// The minimum of close-ups is kept whatever its size; four are needed for a comparison.
  private static let (leastCloseUps, mostCloseUps) = (2, 5)
  private static let closeUpBytes = 256 << 20
  private static let sleeping = WorkClock()

  private let loaders: BitmapLoaders
  let tiles: TileMemory
  let bitmaps: BitmapMemory
  /// The last close-ups, including that of the next photo; they may exceed the cache's entry limit.
  private let closeUps = Mutex<[(photo: Photo, bitmap: CachedBitmap)]>([])
  private let shapes = Mutex<[TileShape]>([])

  let executor = WorkExecutor(label: "images")
  private let tileTasks: TileTasks
  private let bitmapTasks: BitmapTasks
  private let metadataTasks: SharedTasks<Photo, Result<PhotoMetadata, ImageError.Cause>>
  private let histogramTasks: SharedTasks<SeenPicture, Result<ToneHistogram, ImageError.Cause>>
  private let scheduler: LoadScheduler
  var sweeping: Task<Void, Never>?
  private let renderers = WorkQueue(label: "rendering")
  private let players = WorkQueue(label: "motion")

  private let statistics: LoadStatistics
  private let throttle: ProgressThrottle<BitmapTasks.Share>
  private let log: Log
  private let stopwatch: Stopwatch
  private let wallClock: WallClock
  let pause: @Sendable (Duration) async -> Void

  /// `cache` is for tiles, `bitmaps` for their sources; `width` limits file loads.
  ///
  /// `pause` waits before a file that is being written is read again, and for tiles to expire.
  package init(
    loaders: BitmapLoaders, cache: TileMemory, bitmaps: BitmapMemory = .lasting, width: Int,
    activity: LoadActivity = LoadActivity(), statistics: LoadStatistics = LoadStatistics(),
    log: Log = .none, clock: some Clock<Duration>, wallClock: WallClock = .system,
    pause: @escaping @Sendable (Duration) async -> Void = pauseOnThread
  ) {
    self.loaders = loaders
    tiles = cache
    self.bitmaps = bitmaps
    tileTasks = TileTasks(executor: executor)
    bitmapTasks = BitmapTasks(executor: executor)
    metadataTasks = SharedTasks(executor: executor)
    histogramTasks = SharedTasks(executor: executor)
    scheduler = LoadScheduler(width: width, executor: executor, activity: activity) {
      loaders.setLoading($0)
    }
    (self.statistics, self.log) = (statistics, log)
    stopwatch = Stopwatch(clock)
    throttle = ProgressThrottle(stopwatch)
    (self.wallClock, self.pause) = (wallClock, pause)
  }

  deinit {
    sweeping?.cancel()
  }

  package static func pauseOnThread(for duration: Duration) async {
    try? await sleeping.sleep(for: duration)
  }

  /// The actor's own thread: an idle pipeline wakes no other.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  // MARK: - Requests

  /// Also returns a tile with more detail; takes a lock, but does not wait.
  package nonisolated func cachedTile(for request: ImageRequest) -> LoadedTile? {
    let elapsed = stopwatch.start()
    let request = request.finer.first(where: tiles.holds) ?? request
    return tiles.tile(for: request)?.servedFromMemory(in: elapsed())
  }

  package func responses(for request: ImageRequest) -> AsyncStream<ImageResponse> {
    note(request)
    // Check presence first: a second lookup would count as another miss.
    guard tiles.holds(request), let tile = cachedTile(for: request) else {
      return tileTasks.events(of: request) { [self] share in await load(request, share) }
    }
    return AsyncStream { continuation in
      continuation.yield(.tile(tile))
      continuation.finish()
    }
  }

  /// Reserves processors for focused requests; large invisible files are not loaded whole.
  package nonisolated func prioritise(
    _ requests: [ImageRequest], focused focusedCount: Int, visible visibleCount: Int
  ) {
    var keys = requests.map(\.bitmapKey)
    // A blended photo is as urgent as the other one; only focused requests have any.
    let seconds = requests.prefix(focusedCount).compactMap { $0.second?.bitmapKey }
    guard !seconds.isEmpty else {
      return scheduler.prioritise(keys, focused: focusedCount, visible: visibleCount)
    }
    keys.insert(contentsOf: seconds, at: 0)
    scheduler.prioritise(
      keys, focused: focusedCount + seconds.count,
      visible: min(visibleCount, requests.count) + seconds.count)
  }

  /// Without a turn: only one photo is played at a time.
  package nonisolated func motion(for request: ImageRequest) -> (any PhotoMotion)? {
    DecodedMotion(of: request, loader: loaders[request.photo], queue: players)
  }

  package func metadata(of photo: Photo) async throws(ImageError.Cause) -> PhotoMetadata {
    try await Self.shared(metadataTasks, photo) { [loaders] () async throws(ImageError.Cause) in
      try await loaders[photo].metadata(of: photo)
    }
  }

  package nonisolated func original(
    of photo: Photo, onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> PhotoOriginal {
    try await loaders[photo].original(of: photo, onProgress: onProgress)
  }

  package func histogram(of view: SeenPicture) async throws(ImageError.Cause) -> ToneHistogram {
    try await Self.shared(histogramTasks, view) { [self] () async throws(ImageError.Cause) in
      let request = view.request.countable
      let bitmap = try await bitmap(for: request)
      return try await render(request) {
        ToneHistogram(of: bitmap.loaded.bitmap, in: view.part.flatMap(bitmap.area))
      }.0
    }
  }

  package nonisolated func retryFailures() {
    loaders.retryFailures()
  }

  package nonisolated func shownVersion(of photo: Photo) -> FileVersion? {
    loaders[photo].shownVersion(of: photo)
  }

  package nonisolated func finish() async {
    await loaders.finish()
  }

  // MARK: - Forgetting

  package nonisolated func forgetChanged(
    among shown: [ImageRequest: LoadedTile]
  ) async -> Set<ImageRequest> {
    var changed: Set<ImageRequest> = []
    for (request, tile) in shown {
      var isSame = true
      for photo in [request.photo, request.second?.photo].compactMap(\.self)
      where await loaders[photo].hasChanged(photo, since: tile.provenance.begunAt) {
        isSame = false
        forgetBitmaps(of: photo)
      }
      if isSame { continue }
      changed.insert(request)
      let relatives = relatives(of: request)
      _ = tiles.remove(relatives + relatives.map { $0.markingClipping() })
      guard request.photo.isVideoFile else { continue }
      _ = tiles.remove(relatives.flatMap { relative in ImageRequest.moments.map(relative.at) })
    }
    _ = tiles.remove(Array(changed))
    return changed
  }

  package nonisolated func forgetBitmaps(of photo: Photo) {
    for moment in [nil] + (photo.isVideoFile ? ImageRequest.moments : []) {
      bitmaps.remove(BitmapKey.all(of: photo, at: moment))
    }
    closeUps.withLock { $0.removeAll { $0.photo == photo } }
  }

  package nonisolated func forgetCloseUps() {
    closeUps.withLock { $0 = [] }
  }

  package nonisolated func forgetBitmaps() -> Int {
    let closeUpBytes = closeUps.withLock { closeUps in
      defer { closeUps = [] }
      return closeUps.reduce(0) { $0 + $1.bitmap.byteCount }
    }
    return bitmaps.removeAll().cost + closeUpBytes
  }

  // MARK: - Tiles

  private nonisolated func load(_ request: ImageRequest, _ share: TileTasks.Share) async {
    let keys = [request, request.second].compactMap { $0?.bitmapKey }
    for key in keys { scheduler.begin(key) }
    do throws(ImageError.Cause) {
      // Without previews, which would show one of two photos alone.
      let bitmap = try await bitmap(for: request, request.blended == nil ? share : nil)
      let second: CachedBitmap? =
        if let second = request.second { try await self.bitmap(for: second) } else { nil }
      let tile = try await tile(of: bitmap, with: second, for: request)
      tiles.store(tile, for: request, expiration: request.photo.expiration(at: wallClock.now()))
      statistics.note(tile.provenance)
      let milliseconds = Int((tile.provenance.loadTime / .milliseconds(1)).rounded())
      let origin = tile.provenance.origin.rawValue
      log.write(.debug, .load, "\(request.photo): loaded (\(origin), \(milliseconds) ms)")
      share.finish(.tile(tile))
    } catch {
      statistics.noteFailure()
      let error = ImageError(photo: request.photo, cause: error)
      log.write(error.level, .load, "\(error) (\(error.place))")
      share.finish(.failure(error))
    }
    for key in keys { await scheduler.end(key) }
    await sweepInTime()
  }

  private nonisolated func tile(
    of bitmap: CachedBitmap, with second: CachedBitmap? = nil, for request: ImageRequest
  ) async throws(ImageError.Cause) -> LoadedTile {
    let (tile, time) = try await render(request) { bitmap.tile(for: request, with: second) }
    return bitmap.loaded(tile, in: time)
  }

  private nonisolated func render<Success: Sendable>(
    _ request: ImageRequest, _ body: @escaping @Sendable () -> Success
  ) async throws(ImageError.Cause) -> (Success, time: Duration) {
    try await scheduler.run(request.bitmapKey, in: .rendering) {
      () async throws(ImageError.Cause) in
      let elapsed = stopwatch.start()
      let success = try await renderers.run(orThrow: ImageError.Cause.decoding(.noThread), body)
      return (success, elapsed())
    }
  }

  /// The cached bitmap if it suffices; otherwise it is the preview of a loaded one.
  private nonisolated func bitmap(
    for request: ImageRequest, _ share: TileTasks.Share? = nil
  ) async throws(ImageError.Cause) -> CachedBitmap {
    let cached = cachedBitmap(for: request)
    if let cached {
      if cached.satisfies(request) { return cached }
      await show(cached, for: request, share)
    }
    var isPreviewed = cached == nil && share != nil
    while true {
      let loaded = try await loadedBitmap(for: request, isPreviewed: isPreviewed, share)
      if loaded.satisfies(request) || request.bitmapKey.closeUp != nil { return loaded }
      // A smaller request started the load; its bitmap is a preview.
      await show(loaded, for: request, share)
      isPreviewed = false
    }
  }

  private nonisolated func loadedBitmap(
    for request: ImageRequest, isPreviewed: Bool, _ share: TileTasks.Share?
  ) async throws(ImageError.Cause) -> CachedBitmap {
    let events = bitmapTasks.events(of: request.bitmapKey) { [self] share in
      await load(request, isPreviewed: isPreviewed, share)
    }
    // The load is running and its events are buffered, so that the hint precedes them all.
    if isPreviewed { await showHint(of: request, share) }
    for await event in events {
      switch event {
      case .progress(let progress): share?.tell(.progress(progress))
      case .preview(let bitmap): await show(bitmap, for: request, share)
      case .bitmap(let bitmap): return bitmap
      case .failure(let cause): throw cause
      }
    }
    throw .decoding(.cancelled)
  }

  private nonisolated func show(
    _ bitmap: CachedBitmap, for request: ImageRequest, _ share: TileTasks.Share?
  ) async {
    guard let share, let tile = try? await tile(of: bitmap, for: request) else { return }
    share.tell(.preview(tile), isKept: true)
  }

  /// Sends the hint of the feed, unless a cached tile shows more.
  private nonisolated func showHint(of request: ImageRequest, _ share: TileTasks.Share?) async {
    guard let share, let draw = request.hintDrawing,
      !relatives(of: request).contains(where: tiles.holds)
    else { return }
    let tile = try? await render(request, draw).0
    if let tile { share.tell(.hint(tile), isKept: true) }
  }

  // MARK: - Bitmaps

  /// The smallest cached bitmap that suffices, else the largest that covers the request.
  private nonisolated func cachedBitmap(for request: ImageRequest) -> CachedBitmap? {
    let cached = BitmapKey.all(of: request.photo, at: request.moment)
      .compactMap(bitmaps.value(for:))
    let closeUp = closeUps.withLock { $0.first { $0.photo == request.photo }?.bitmap }
    let satisfying = (cached + [closeUp].compactMap(\.self)).first { $0.satisfies(request) }
    var found = satisfying ?? cached.last
    found?.loadTime = nil
    return found
  }

  private nonisolated func load(
    _ request: ImageRequest, isPreviewed: Bool, _ share: BitmapTasks.Share
  ) async {
    defer { throttle.forget(load: share.id) }
    let loader = loaders[request.photo]
    let step = loader.firstStep(for: request, isPreviewed: isPreviewed)
    if isPreviewed, request.exceedsThumbnails, step.lane != .beginning {
      // Without decoding, as from an embedded thumbnail.
      let look = LoadStep(request.firstLook, lane: step.lane)
      let preview = try? await take(look, of: request, by: loader) { _ in }.latest
      if let preview { share.tell(.preview(preview), isKept: true) }
    }
    do throws(ImageError.Cause) {
      share.finish(.bitmap(try await bitmap(for: request, by: loader, from: step, share)))
    } catch {
      share.finish(.failure(error))
    }
  }

  private nonisolated func bitmap(
    for request: ImageRequest, by loader: any BitmapLoading, from first: LoadStep,
    _ share: BitmapTasks.Share
  ) async throws(ImageError.Cause) -> CachedBitmap {
    var step = first
    while true {
      let result = try await take(step, of: request, by: loader) { [throttle] progress in
        for due in throttle.note(progress, of: share, id: share.id) {
          due.load.tell(.progress(due.progress))
        }
      }
      switch result {
      case .bitmap(let bitmap):
        store(bitmap, for: request)
        return bitmap
      case .partial(let preview, let next):
        if let preview { share.tell(.preview(preview), isKept: true) }
        if scheduler.shouldDelay(next, of: request.bitmapKey) { await pause(next.delay) }
        guard !Task.isCancelled else { throw .decoding(.cancelled) }
        step = next
      }
    }
  }

  private nonisolated func take(
    _ step: LoadStep, of request: ImageRequest, by loader: any BitmapLoading,
    onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> LoadResult<CachedBitmap> {
    try await scheduler.run(
      request.bitmapKey, in: step.lane, isRefinement: step.isRefinement
    ) { () async throws(ImageError.Cause) in
      let (elapsed, begunAt) = (stopwatch.start(), wallClock.now())
      let result = try await loader.load(request.photo, in: step, onProgress: onProgress)
      return result.map {
        CachedBitmap($0, box: step.request.box, begunAt: begunAt, loadTime: elapsed())
      }
    }
  }

  /// Caches a bitmap, unless it is stale or a cancelled load would overwrite a later result.
  private nonisolated func store(_ bitmap: CachedBitmap, for request: ImageRequest) {
    let key = request.bitmapKey
    guard !bitmap.loaded.isStale, !Task.isCancelled || bitmaps.presence(of: key) != .present
    else { return }
    guard key.closeUp == nil else {
      return closeUps.withLock { closeUps in
        closeUps = closeUps.filter { $0.photo != request.photo } + [(request.photo, bitmap)]
        while closeUps.count > Self.leastCloseUps,
          closeUps.count > Self.mostCloseUps
            || closeUps.reduce(0, { $0 + $1.bitmap.byteCount }) > Self.closeUpBytes
        {
          closeUps.removeFirst()
        }
      }
    }
    bitmaps.store(
      bitmap, for: key, cost: bitmap.byteCount,
      expiration: request.photo.expiration(at: wallClock.now()), isDiscardable: true)
  }

  // MARK: - Placeholders

  /// The nearest cached tile: the same but for clipping marks, else in less detail, else stretched.
  ///
  /// For the frame in which a size, a form or the viewer changes, which cannot wait for a renderer.
  /// Takes locks, but does not wait.
  package nonisolated func placeholder(for request: ImageRequest) -> LoadedTile? {
    // Toggling clipping marks keeps the image.
    let twin = request.markingClipping(!request.marksClipping)
    if tiles.holds(twin) { return tiles.tile(for: twin) }
    // The poster, never another frame.
    if request.moment != nil { return tiles.tile(for: request.at(nil)) }
    // A part stays on the screen until its own tile, rendered from the cached bitmap, arrives.
    guard request.part == nil else { return nil }
    let candidates = relatives(of: request).filter {
      $0.form.colors == request.form.colors && tiles.holds($0)
        && ($0.extent == .covering) == (request.extent == .covering)
    }
    if let same = candidates.first(where: request.differsInDetailOnly(from:)) {
      return tiles.tile(for: same)
    }
    for candidate in candidates.sorted(by: { $0.cells.area > $1.cells.area }) {
      guard let tile = tiles.tile(for: candidate),
        tile.tile.mayStand(from: candidate.form, in: request.form)
      else { continue }
      return tile.stretched(to: request)
    }
    return nil
  }

  private nonisolated func note(_ request: ImageRequest) {
    guard request.part == nil else { return }
    let shape = TileShape(cells: request.cells, form: request.form, extent: request.extent)
    shapes.withLock { shapes in
      guard shapes.last != shape else { return }
      shapes.removeAll { $0 == shape }
      if shapes.count == Self.shapeLimit { shapes.removeFirst() }
      shapes.append(shape)
    }
  }

  private nonisolated func relatives(of request: ImageRequest) -> [ImageRequest] {
    shapes.withLock { $0 }.map {
      ImageRequest(
        photo: request.photo, cells: $0.cells, form: $0.form, extent: $0.extent,
        turnedBy: request.turn)
    }
  }

  // MARK: - Shared tasks

  private static func shared<Key, Success>(
    _ tasks: SharedTasks<Key, Result<Success, ImageError.Cause>>, _ key: Key,
    _ work: @escaping @Sendable () async throws(ImageError.Cause) -> Success
  ) async throws(ImageError.Cause) -> Success {
    let outcomes = tasks.events(of: key) { share in share.finish(await Result(work)) }
    for await outcome in outcomes { return try outcome.get() }
    throw .decoding(.cancelled)
  }

  // MARK: - State for tests

  package var subscriberCount: Int { tileTasks.listenerCount }

  package var runningCount: Int { get async { await scheduler.runningCount } }

  package var readerCount: Int { metadataTasks.listenerCount }

  package var bitmapCounts: (loading: Int, deferred: Int) {
    (bitmapTasks.count, scheduler.deferredCount)
  }

  package var waitingCount: Int { tileTasks.count }
}

extension ImageRequest {
  /// Whole images are reduced to this side, in pixels: that of the largest cached thumbnails.
  private static let countedSide = 1024.0

  fileprivate var countable: ImageRequest {
    let longest = Double(max(pixels.width, pixels.height))
    guard part == nil, longest > Self.countedSide else { return self }
    let scale = Self.countedSide / longest
    return ImageRequest(
      photo: photo,
      cells: CellSize(
        columns: max(1, Int(Double(cells.columns) * scale)),
        rows: max(1, Int(Double(cells.rows) * scale))),
      form: form, extent: extent, turnedBy: turn)
  }
}

extension LoadedTile {
  fileprivate func stretched(to request: ImageRequest) -> LoadedTile? {
    let canvas = tile.canvas
    let shape =
      info.size.map(request.turn.shown)
      ?? PixelSize(
        width: Int(Double(canvas.size.columns) * request.form.cellAspect * 100),
        height: canvas.size.rows * 100)
    let size = TileRenderer().cells(
      of: shape, extent: info.size == nil ? .filling : request.extent, fitting: request.cells,
      form: request.form)
    guard size.area > 0 else { return nil }
    let symbols = canvas.stretched(to: size)
    // A terminal that scales images enlarges an opened one; a grid has too many to resend.
    if request.extent == .fitting, case .pixels(let form) = request.form, form.detail == .full,
      case .pixels(let picture) = tile.content, (form.encoding, picture.encoding) == (.rgb, .rgb)
    {
      let scaled = EncodedPicture(
        symbols: symbols, encoding: .rgb, pixels: picture.pixels, bytes: picture.bytes,
        hasGaps: picture.hasGaps)
      return showing(Tile(.pixels(scaled), background: tile.background))
    }
    return showing(tile.showing(symbols))
  }
}

extension ImageError {
  fileprivate var level: LogLevel {
    switch cause {
    case .decoding(.cancelled), .network(.cancelled): .debug
    case .decoding, .network, .remembered, .notKept: .warning
    }
  }

  fileprivate var place: String {
    switch cause {
    case .remembered, .notKept: "thumbnails"
    case .network: "network"
    case .decoding: photo.path == nil ? "network" : "file"
    }
  }
}
