import Base
import Catalogs
import DecoderProtocol
package import ExpiringCache
import Imaging
import Synchronization

package typealias PictureMemory = MemoryCache<PictureKey, HeldPicture>

extension MemoryCache where Key == PictureKey, Value == HeldPicture {
  /// 32 MB, never expiring: the cells of some screens, or ten photos in the viewer.
  package static var lasting: PictureMemory { bitmaps(within: 32 << 20, expiration: .never) }

  /// One bitmap may take a quarter of `byteLimit`.
  package static func bitmaps(
    within byteLimit: Int, expiration: Expiration, clock: some Clock<Duration> = CoarseClock()
  ) -> PictureMemory {
    PictureMemory(
      limits: CacheLimits(cost: byteLimit, entryCost: byteLimit / 4), expiration: expiration,
      clock: clock)
  }
}

enum PictureEvent: Sendable {
  case progress(LoadProgress)
  case preview(HeldPicture)
  case picture(HeldPicture)
  case failure(ImageError.Cause)
}

/// The first stage of the pipeline: bitmaps; requests that can use the same one share its load.
final class PictureStage: Sendable {
  typealias Loads = SharedTasks<PictureKey, PictureEvent>

  private let pictures: any PictureLoading
  private let memory: PictureMemory
  /// The last close-ups, including that of the next photo; they may exceed the cache's entry limit.
  private let closeUps = Mutex<[(photo: Photo, picture: HeldPicture)]>([])
  /// The minimum is kept whatever its size; four are needed for a comparison.
  private static let (leastCloseUps, mostCloseUps) = (2, 5)
  private static let closeUpBytes = 256 << 20
  /// Delay before a photo that another machine is working on is tried again.
  private static let otherMachine = Duration.milliseconds(50)
  /// Delay before the rest of a large file is requested: the user may scroll on.
  private static let rest = Duration.milliseconds(300)
  private let gate: LoadGate
  private let loads: Loads
  private let stopwatch: Stopwatch
  private let pace: ProgressPace<Loads.Share>
  private let wallClock: WallClock
  private let pause: @Sendable (Duration) async -> Void

  init(
    pictures: any PictureLoading, memory: PictureMemory, gate: LoadGate, executor: WorkExecutor,
    stopwatch: Stopwatch, wallClock: WallClock, pause: @escaping @Sendable (Duration) async -> Void
  ) {
    self.pictures = pictures
    self.memory = memory
    self.gate = gate
    loads = Loads(executor: executor)
    self.stopwatch = stopwatch
    pace = ProgressPace(stopwatch)
    self.wallClock = wallClock
    self.pause = pause
  }

  var count: Int { loads.count }

  /// The smallest cached bitmap that suffices, else the largest that has all of what is wanted.
  func held(for request: ImageRequest) -> HeldPicture? {
    let held = PictureKey.all(of: request.photo).compactMap(memory.value(for:))
    let closeUp = closeUps.withLock { $0.first { $0.photo == request.photo }?.picture }
    let serving = (held + [closeUp].compactMap(\.self)).first { $0.serves(request) }
    return (serving ?? held.last)?.fromMemory
  }

  /// Subscribes to the load of a bitmap, which is shared.
  ///
  /// The result may be smaller than this request needs if a smaller request started the load.
  func events(for request: ImageRequest, isPreviewed: Bool) -> AsyncStream<PictureEvent> {
    loads.events(of: request.pictureKey) { share in
      await self.load(request, isPreviewed: isPreviewed, share)
    }
  }

  func forget(_ photo: Photo) {
    memory.remove(PictureKey.all(of: photo))
    closeUps.withLock { $0.removeAll { $0.photo == photo } }
  }

  func forgetCloseUps() {
    closeUps.withLock { $0 = [] }
  }

  func forgetAll() -> Int {
    let closeUp = closeUps.withLock { held in
      defer { held = [] }
      return held.reduce(0) { $0 + $1.picture.byteCount }
    }
    return memory.removeAll().cost + closeUp
  }

  private func load(_ request: ImageRequest, isPreviewed: Bool, _ share: Loads.Share) async {
    defer { pace.forget(load: share.id) }
    do throws(ImageError.Cause) {
      if isPreviewed, request.exceedsThumbnails, !request.beginsSmall {
        await loadPreview(of: request, share)
      }
      share.finish(.picture(try await stablePicture(of: request, isPreviewed: isPreviewed, share)))
    } catch {
      share.finish(.failure(error))
    }
  }

  /// Sends a preview that is available without decoding, such as an embedded thumbnail.
  private func loadPreview(of request: ImageRequest, _ share: Loads.Share) async {
    let look = try? await picture(of: request, request.firstLook, in: request.lane) { _ in }
    guard let preview = look else { return }
    share.tell(.preview(preview), isKept: true)
  }

  /// Loads a picture, and repeats that while its file is being written.
  ///
  /// If an embedded thumbnail suffices, it is the preview, and the photo is decoded after all
  /// photos have theirs: the thumbnail may be outdated. Pauses double from 250 ms to two seconds,
  /// and let others load.
  private func stablePicture(
    of request: ImageRequest, isPreviewed: Bool, _ share: Loads.Share
  ) async throws(ImageError.Cause) -> HeldPicture {
    var duration = Duration.milliseconds(250)
    var decoding = request.decoding
    decoding.mayPutOff = request.mayBePutOff
    if isPreviewed, request.mayBeginWithThumbnail { decoding.thumbnail = .whereItSuffices }
    var (lane, hasPreview) = (request.lane, false)
    while true {
      do throws(ImageError.Cause) {
        let loaded = try await picture(of: request, decoding, in: lane, isRefinement: hasPreview) {
          [weak self] progress in
          self?.tell(progress, share)
        }
        if loaded.picture.isFromThumbnail, decoding.thumbnail == .whereItSuffices,
          !loaded.picture.isBeginning
        {
          share.tell(.preview(loaded), isKept: true)
          (decoding.thumbnail, hasPreview) = (.never, true)
          continue
        }
        let isEnough = !loaded.picture.isBeginning || loaded.serves(request)
        if isEnough, loaded.picture.isStable {
          keep(loaded, for: request)
          return loaded
        }
        share.tell(.preview(loaded), isKept: true)
        if !isEnough { throw .needsWholeFile }
        await pause(duration)
        duration = min(duration * 2, .seconds(2))
      } catch .madeElsewhere {
        // Only once: after the pause it is shared, or is made here as well.
        decoding.mayPutOff = false
        await pause(Self.otherMachine)
      } catch .needsWholeFile {
        (decoding.mayPutOff, decoding.thumbnail, lane) = (false, .never, .rest)
        if gate.letsRest(request.pictureKey) { await pause(Self.rest) }
      } catch {
        guard error.isPassing else { throw error }
        await pause(duration)
        duration = min(duration * 2, .seconds(2))
      }
      guard !Task.isCancelled else { throw .decoding(.cancelled) }
    }
  }

  private func picture(
    of request: ImageRequest, _ decoding: DecodingRequest, in lane: LoadLane,
    isRefinement: Bool = false, onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> HeldPicture {
    try await gate.pass(request.pictureKey, lane, isRefinement: isRefinement) {
      () async throws(ImageError.Cause) in
      let (elapsed, begunAt) = (stopwatch.start(), wallClock.now())
      let picture = try await pictures.picture(
        of: request.photo, for: decoding, onProgress: onProgress)
      return HeldPicture(
        picture, box: picture.isBeginning ? picture.bitmap.size : decoding.box, begunAt: begunAt,
        loadTime: elapsed())
    }
  }

  /// Caches a bitmap, unless it is stale or a cancelled load would overwrite a later result.
  private func keep(_ loaded: HeldPicture, for request: ImageRequest) {
    let key = request.pictureKey
    guard !loaded.picture.isStale, !Task.isCancelled || memory.presence(of: key) != .present
    else { return }
    guard key.closeUp == nil else {
      return closeUps.withLock { held in
        held = held.filter { $0.photo != request.photo } + [(request.photo, loaded)]
        while held.count > Self.leastCloseUps,
          held.count > Self.mostCloseUps
            || held.reduce(0, { $0 + $1.picture.byteCount }) > Self.closeUpBytes
        {
          held.removeFirst()
        }
      }
    }
    let lifetime = TileLifetime(of: request.photo, at: wallClock.now())
    memory.store(loaded, for: key, cost: loaded.byteCount, lifetime: lifetime)
  }

  private func tell(_ progress: LoadProgress, _ share: Loads.Share) {
    for due in pace.note(progress, of: share, id: share.id) {
      due.load.tell(.progress(due.progress))
    }
  }
}

extension ImageRequest {
  fileprivate var lane: LoadLane { photo.onWeb == nil ? .file : beginsSmall ? .beginning : .web }

  /// Whether the first part of a large file is loaded first: not for full-screen images.
  fileprivate var beginsSmall: Bool {
    part == nil && pictureKey.size != nil && photo.onWeb?.isLarge == true
  }

  /// Whether an embedded thumbnail may have enough pixels to be the preview.
  fileprivate var mayBeginWithThumbnail: Bool {
    photo.onWeb == nil && part == nil && !exceedsThumbnails
  }

  fileprivate var mayBePutOff: Bool { beginsSmall || photo.onWeb?.isLarge != true }
}
