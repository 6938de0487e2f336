import Base
import Catalogs
import ExpiringCache
import HTTP
import Imaging

/// The second stage of the pipeline: tiles, rendered from bitmaps of the first.
///
/// A smaller cached bitmap is the preview. Equal requests share one tile.
final class TileStage: Sendable {
  typealias Loads = SharedTasks<ImageRequest, ImageResponse>

  private let pictures: PictureStage
  private let memory: TileMemory
  private let standIns: StandIns
  private let gate: LoadGate
  private let loads: Loads
  private let sweeper: ExpirySweeper
  private let stopwatch: Stopwatch
  private let wallClock: WallClock
  private let tally: LoadTally
  private let log: Log
  private let renderers = WorkQueue(label: "rendering")

  init(
    pictures: PictureStage, memory: TileMemory, standIns: StandIns, gate: LoadGate,
    executor: WorkExecutor, sweeper: ExpirySweeper, stopwatch: Stopwatch, wallClock: WallClock,
    tally: LoadTally, log: Log
  ) {
    self.tally = tally
    self.log = log
    self.pictures = pictures
    self.memory = memory
    self.standIns = standIns
    self.gate = gate
    loads = Loads(executor: executor)
    self.sweeper = sweeper
    self.stopwatch = stopwatch
    self.wallClock = wallClock
  }

  var count: Int { loads.count }

  var subscriberCount: Int { loads.listenerCount }

  func responses(for request: ImageRequest) -> AsyncStream<ImageResponse> {
    loads.events(of: request) { share in await self.load(request, share) }
  }

  private func load(_ request: ImageRequest, _ share: Loads.Share) async {
    gate.begin(request.pictureKey)
    do throws(ImageError.Cause) {
      let tile = try await tile(of: try await picture(for: request, share), for: request)
      memory.store(
        tile, for: request, lifetime: TileLifetime(of: request.photo, at: wallClock.now()))
      tally.note(tile.provenance)
      log.write(.debug, .load, "\(request.photo): loaded (\(tile.provenance.words))")
      share.finish(.tile(tile))
    } catch {
      tally.noteFailure()
      let error = ImageError(photo: request.photo, cause: error)
      log.write(error.level, .load, "\(error) (\(error.place))")
      share.finish(.failure(error))
    }
    await gate.end(request.pictureKey)
    await sweeper.sweepInTime()
  }

  /// The cached bitmap if it suffices; otherwise it is the preview while another is loaded.
  private func picture(
    for request: ImageRequest, _ share: Loads.Share
  ) async throws(ImageError.Cause) -> HeldPicture {
    let held = pictures.held(for: request)
    if let held, held.serves(request) { return held }
    if let held { await show(held, for: request, share) }
    var hint = held == nil ? HintTile(request) : nil
    var isPreviewed = held == nil
    while true {
      let loaded = try await loadedPicture(
        for: request, after: hint, isPreviewed: isPreviewed, share)
      if loaded.serves(request) || request.pictureKey.closeUp != nil { return loaded }
      // A smaller request started the load; its bitmap is a preview.
      await show(loaded, for: request, share)
      (hint, isPreviewed) = (nil, false)
    }
  }

  private func loadedPicture(
    for request: ImageRequest, after hint: HintTile?, isPreviewed: Bool, _ share: Loads.Share
  ) async throws(ImageError.Cause) -> HeldPicture {
    let events = pictures.events(for: request, isPreviewed: isPreviewed)
    // The load is running and its events are buffered, so that the hint precedes them all.
    if let hint { await show(hint, for: request, share) }
    for await event in events {
      switch event {
      case .progress(let progress): share.tell(.progress(progress))
      case .preview(let picture): await show(picture, for: request, share)
      case .picture(let picture): return picture
      case .failure(let cause): throw cause
      }
    }
    throw .decoding(.cancelled)
  }

  private func show(
    _ picture: HeldPicture, for request: ImageRequest, _ share: Loads.Share
  ) async {
    guard let tile = try? await tile(of: picture, for: request) else { return }
    share.tell(.preview(tile), isKept: true)
  }

  /// Sends the hint of the feed, unless a cached tile shows more.
  private func show(
    _ hint: HintTile, for request: ImageRequest, _ share: Loads.Share
  ) async {
    guard !standIns.relatives(of: request).contains(where: memory.holds) else { return }
    let tile = try? await gate.pass(request.pictureKey, .rendering) {
      () async throws(ImageError.Cause) in
      try await renderers.run(orThrow: ImageError.Cause.decoding(.noThread)) { hint.draw() }
    }
    if let tile { share.tell(.hint(tile), isKept: true) }
  }

  private func tile(
    of held: HeldPicture, for request: ImageRequest
  ) async throws(ImageError.Cause) -> LoadedTile {
    try await gate.pass(request.pictureKey, .rendering) { () async throws(ImageError.Cause) in
      let elapsed = stopwatch.start()
      let tile = try await renderers.run(orThrow: ImageError.Cause.decoding(.noThread)) {
        // Turned here, so that bitmaps and thumbnails remain those of the file.
        let turn = request.part == nil ? request.turn : .topLeft
        return TileRenderer().tile(
          from: held.picture.bitmap.turned(by: turn), of: held.picture.region,
          pictureSize: turn.shown(held.picture.info.size ?? held.picture.bitmap.size),
          extent: request.extent, fitting: request.cells, form: request.form,
          marksClipping: request.marksClipping)
      }
      return held.loaded(tile, in: elapsed())
    }
  }
}

extension Provenance {
  fileprivate var words: String {
    "\(origin.rawValue), \(Int((loadTime / .milliseconds(1)).rounded())) ms"
  }
}

extension ImageError {
  /// Cancelled and deferred loads are not worth a warning.
  fileprivate var level: LogLevel {
    switch cause {
    case .decoding(.cancelled), .network(.cancelled), .madeElsewhere, .isShared, .needsWholeFile:
      .debug
    case .decoding, .network, .remembered, .notKept: .warning
    }
  }

  fileprivate var place: String {
    switch cause {
    case .remembered, .madeElsewhere, .isShared, .notKept: "thumbnails"
    case .network, .needsWholeFile: "network"
    case .decoding: photo.path == nil ? "network" : "file"
    }
  }
}
