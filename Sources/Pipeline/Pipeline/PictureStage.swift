import Catalog
import Concurrency
import DecoderMessages
import Decoding
package import ExpiringCache
import Imaging
import Synchronization
import Values

/// The memory that bitmaps are held in.
package typealias PictureMemory = MemoryCache<PictureKey, HeldPicture>

extension MemoryCache where Key == PictureKey, Value == HeldPicture {
  /// A memory of 32 MB whose bitmaps do not expire: the cells of some screens, or ten photos in a
  /// viewer.
  package static var lasting: PictureMemory { bitmaps(within: 32 << 20, expiration: .never) }

  /// An empty memory for bitmaps.
  /// - Parameters:
  ///   - byteLimit: What they may take together, in bytes; one may take a quarter of it.
  ///   - expiration: How long one is held that no tile is made of.
  ///   - clock: The clock that this is measured by.
  /// - Returns: A memory that holds nothing yet.
  package static func bitmaps(
    within byteLimit: Int, expiration: Expiration, clock: some Clock<Duration> = CoarseClock()
  ) -> PictureMemory {
    PictureMemory(
      limits: CacheLimits(cost: byteLimit, entryCost: byteLimit / 4), expiration: expiration,
      clock: clock)
  }
}

/// What is told of a picture while it is loaded.
enum PictureEvent: Sendable {
  /// How far the transfer is.
  case progress(LoadProgress)
  /// A bitmap to look at until the real one is there.
  case preview(HeldPicture)
  /// The bitmap; the load is over.
  case picture(HeldPicture)
  /// There is none; the load is over.
  case failure(ImageError.Cause)
}

/// The first stage of loading: bitmaps.
///
/// Requests whose tiles can be made of one bitmap share its load. The bitmap is held while there is
/// room, so that a tile of another size, or in another form, needs no decoder.
final class PictureStage: Sendable {
  typealias Loads = SharedTasks<PictureKey, PictureEvent>

  private let pictures: any PictureLoading
  private let memory: PictureMemory
  /// The last close-ups, of the photos that are looked at and of the one that comes next: each may be
  /// larger than memory holds any other.
  private let closeUps = Mutex<[(photo: Photo, picture: HeldPicture)]>([])
  /// So many are held whatever their size, and so many where they are small together: four are compared.
  private static let (leastCloseUps, mostCloseUps) = (2, 5)
  private static let closeUpBytes = 256 << 20
  /// So long a photo is left to another machine that is at it, while others have its turn.
  private static let otherMachine = Duration.milliseconds(50)
  /// So long the beginning of a large file must have been looked at before the rest is asked for.
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

  /// How many bitmaps are being loaded.
  var count: Int { loads.count }

  /// The smallest bitmap in memory that serves a request, or else the largest of its photo that has all of
  /// what is wanted.
  func held(for request: ImageRequest) -> HeldPicture? {
    let held = PictureKey.all(of: request.photo).compactMap(memory.value(for:))
    let closeUp = closeUps.withLock { $0.first { $0.photo == request.photo }?.picture }
    let serving = (held + [closeUp].compactMap(\.self)).first { $0.serves(request) }
    return (serving ?? held.last)?.fromMemory
  }

  /// Asks for the bitmap of a request, from a load that is shared with all who can use the same one.
  ///
  /// It may turn out to be one that a smaller request began, and too small for this one.
  /// - Parameters:
  ///   - request: What the bitmap is for.
  ///   - isPreviewed: Whether a preview is wanted, where one is to be had.
  /// - Returns: Its events; who stops listening has left.
  func events(for request: ImageRequest, isPreviewed: Bool) -> AsyncStream<PictureEvent> {
    loads.events(of: request.pictureKey) { share in
      await self.load(request, isPreviewed: isPreviewed, share)
    }
  }

  /// Forgets the bitmaps of a photo.
  func forget(_ photo: Photo) {
    memory.remove(PictureKey.all(of: photo))
    closeUps.withLock { $0.removeAll { $0.photo == photo } }
  }

  /// Forgets all close-ups.
  func forgetCloseUps() {
    closeUps.withLock { $0 = [] }
  }

  /// Forgets all bitmaps, and tells how many bytes that gave back.
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

  /// Sends what an embedded thumbnail shows, or what else is at hand without decoding the picture.
  private func loadPreview(of request: ImageRequest, _ share: Loads.Share) async {
    let look = try? await picture(of: request, request.firstLook, in: request.lane) { _ in }
    guard let preview = look else { return }
    share.tell(.preview(preview), isKept: true)
  }

  /// Loads a picture again and again until its file is not being written any more.
  ///
  /// Where an embedded thumbnail suffices, it is the preview, and the photo is decoded once all photos have theirs: the
  /// thumbnail may be older than the last change of the photo.
  ///
  /// In between others are let through; each pause is twice as long as the one before, up to two
  /// seconds. What may be put off is at first.
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
        // Once: by then it is there, or is made here as well.
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

  /// Holds a bitmap, unless its server might replace it by now.
  ///
  /// A load that everyone has left does not undo what came after it.
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

  /// Hears how far a load is, on the thread that transfers it.
  private func tell(_ progress: LoadProgress, _ share: Loads.Share) {
    for due in pace.note(progress, of: share, id: share.id) {
      due.load.tell(.progress(due.progress))
    }
  }
}

extension ImageRequest {
  /// The lane that its picture is loaded in.
  fileprivate var lane: LoadLane { photo.onWeb == nil ? .file : beginsSmall ? .beginning : .web }

  /// Whether its picture begins with the small one at the beginning of a large file, and the rest follows when others
  /// have theirs: not what fills a screen, or is a part of one.
  fileprivate var beginsSmall: Bool {
    part == nil && pictureKey.size != nil && photo.onWeb?.isLarge == true
  }

  /// Whether an embedded thumbnail may have as many pixels as it needs: then that is the preview.
  fileprivate var mayBeginWithThumbnail: Bool {
    photo.onWeb == nil && part == nil && !exceedsThumbnails
  }

  /// Whether it may come in two steps: not the large file of what fills a screen.
  fileprivate var mayBePutOff: Bool { beginsSmall || photo.onWeb?.isLarge != true }
}
