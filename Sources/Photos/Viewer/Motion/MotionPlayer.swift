import Base
package import Catalogs
package import ImagePipeline
package import Imaging

/// Plays the photo of a cell if it is animated: pulls a frame, renders it, waits until it is due,
/// and shows it. A motion photo plays once on request; then its still image is shown. One step runs
/// at a time, and none while the last frame was not drawn, so at most three frames are in memory:
/// the shown one, the next, and that in the decoder. Results of an earlier generation are dropped.
@MainActor
package final class MotionPlayer {
  private enum Outcome: Sendable {
    case step(MotionStep)
    case tile(Tile, ImageRequest)
    case failure(ImageError.Cause)
    case timeIsUp
  }

  private struct Drawing {
    let frame: MotionFrame
    var tile: (tile: Tile, request: ImageRequest)?
  }

  /// Limits `step` so that sums cannot overflow.
  private static let maxStep = 1_000_000

  private let loader: any ImageLoading
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Duration
  private let onChange: @MainActor () -> Void
  private let playsByItself: Bool

  private var request: ImageRequest?
  private var wasFinal = false
  /// The video beside a motion photo; nil if it has none, or contains it.
  private var clip: Photo?
  /// The still image, once the photo is known to be animated.
  private var still: LoadedTile?
  private var motion: (any PhotoMotion)?
  private var pulledCount = 0
  private var shown: Drawing?
  private var next: Drawing?
  /// The frame to show as soon as it arrives; earlier ones are skipped.
  private var goal: Int?
  private var schedule = FrameSchedule()
  private var isPlaying: Bool
  private var playedCount = 0
  private var count: Int?
  private var isTruncated = false
  private var trouble: String?
  private var isSeen = true

  private var work: Task<Void, Never>?
  private var isWaiting = false
  private var generation = 0

  /// `playsByItself` starts photos without a request of the user.
  package init(
    loader: any ImageLoading, clock: any Clock<Duration>, playsByItself: Bool = true,
    onChange: @escaping @MainActor () -> Void
  ) {
    self.playsByItself = playsByItself
    isPlaying = playsByItself
    self.loader = loader
    self.clock = clock
    self.onChange = onChange
    now = Stopwatch(clock).start()
  }

  deinit {
    work?.cancel()
  }

  package var status: MotionStatus? {
    still.map { _ in
      MotionStatus(
        frame: shown.map { $0.frame.index + 1 } ?? (showsStill ? 0 : 1), count: count,
        speed: schedule.speed, isPlaying: isPlaying, trouble: trouble)
    }
  }

  private var isMotionPhoto: Bool {
    clip != nil || still?.info.isMotionPhoto == true
  }

  private var showsStill: Bool { isMotionPhoto && shown == nil && !isPlaying }

  package var isPlayingFirst: Bool { still != nil && isPlaying && playedCount == 0 }

  /// The rendered frame to show for a request; nil to show the still image.
  package func content(for request: ImageRequest?) -> CellContent? {
    guard let still, let drawn = shown?.tile, let request, drawn.request.photo == request.photo,
      drawn.request.cells == request.cells, drawn.request.extent == request.extent,
      drawn.request.form.characters.backdrop == request.form.characters.backdrop
    else { return nil }
    return .picture(still.showing(drawn.tile, isComplete: !isTruncated))
  }

  /// Whether the tile of the shown frame for the request is still to come.
  package func isDrawing(for request: ImageRequest?) -> Bool {
    shown != nil && request != nil && content(for: request) == nil
  }

  /// Called when the photo was drawn; the next frame is not shown before.
  package func noteDrawn() {
    isSeen = true
    guard work == nil, still != nil, isPlaying || goal != nil else { return }
    // Only after drawing is over, which shows one frame only.
    begin { .timeIsUp }
  }

  package func follow(
    _ request: ImageRequest?, showing content: CellContent, clip: Photo? = nil
  ) {
    let isOther = request != self.request
    let isAnew = !isOther && wasFinal && !content.isFinal
    // The photo changed, or is being loaded again.
    if request?.photo != self.request?.photo || clip != self.clip || isAnew { leave() }
    (self.request, self.clip, wasFinal) = (request, clip, content.isFinal)
    if isOther, shown == nil, trouble != nil, !isMotionPhoto { start() }
    if case .picture(let tile) = content, tile.info.canBePlayed || clip != nil { take(tile) }
    resume()
  }

  /// Stores the still image; if the file changed, playing starts over.
  private func take(_ tile: LoadedTile) {
    let info = still?.info
    let isOther = info?.size != tile.info.size || info?.byteCount != tile.info.byteCount
    if isOther { leave() }
    still = tile
    if isOther {
      start()
      isPlaying = playsByItself && !isMotionPhoto
    }
  }

  package func leave() {
    rest()
    (still, shown, goal, count, trouble) = (nil, nil, nil, nil, nil)
    (playedCount, isTruncated) = (0, false)
  }

  /// Releases the decoder until the photo is drawn again, and then continues at the same frame.
  package func rest() {
    reopen()
    if shown != nil, goal == nil, isPlaying { goal = shown.map { $0.frame.index + 1 } }
  }

  package func toggle() -> Bool {
    guard still != nil else { return false }
    isPlaying.toggle()
    goal = nil
    if isPlaying { start() }
    change()
    return true
  }

  /// Pauses, and moves by frames, wrapping around; false if the photo is not animated.
  package func step(by steps: Int) -> Bool {
    guard still != nil else { return false }
    isPlaying = false
    trouble = nil
    var frame = (goal ?? shown?.frame.index ?? 0) + min(max(-Self.maxStep, steps), Self.maxStep)
    if let count { frame = ((frame % count) + count) % count }
    seek(max(0, frame))
    change()
    return true
  }

  package func changeSpeed(by steps: Int) -> Bool {
    guard still != nil else { return false }
    schedule.change(to: schedule.speed.stepped(by: steps), at: now())
    change()
    return true
  }

  private func start() {
    isPlaying = true
    (playedCount, trouble) = (0, nil)
    schedule.begin(at: now())
  }

  private func seek(_ frame: Int) {
    goal = frame
    if frame < next?.frame.index ?? pulledCount { reopen() }
  }

  private func reopen() {
    giveUp()
    (motion, next, pulledCount) = (nil, nil, 0)
  }

  private func change() {
    if isWaiting { giveUp() }
    onChange()
    resume()
  }

  // MARK: - Steps

  private func resume() {
    while work == nil, let request, still != nil {
      if let shown, shown.tile?.request != request {
        if motion != nil, !shown.frame.serves(request) { seek(shown.frame.index) }
        return draw(shown.frame, for: request)
      }
      guard isPlaying || goal != nil else { return }
      guard let next else { return pull(for: request) }
      if isPassed(next.frame) {
        self.next = nil
      } else if next.tile?.request != request {
        return draw(next.frame, for: request)
      } else if !isSeen {
        return
      } else if goal == nil, schedule.wait(at: now()) > .zero {
        return wait(for: schedule.wait(at: now()))
      } else {
        show(next)
      }
    }
  }

  private func isPassed(_ frame: MotionFrame) -> Bool {
    if let goal { return frame.index < goal }
    guard schedule.isOver(frame.delay, at: now()) else { return false }
    schedule.pass(frame.delay)
    return true
  }

  private func show(_ drawing: Drawing) {
    if goal != nil { schedule.begin(at: now()) }
    schedule.show(drawing.frame.delay, at: now())
    (shown, next, goal, isSeen) = (drawing, nil, nil, false)
    onChange()
  }

  private func pull(for request: ImageRequest) {
    guard let motion = motion ?? self.motion(for: request) else { return }
    self.motion = motion
    begin { () async throws(ImageError.Cause) in .step(try await motion.next()) }
  }

  private func motion(for request: ImageRequest) -> (any PhotoMotion)? {
    loader.motion(for: clip.map(request.of) ?? request)
  }

  private func draw(_ frame: MotionFrame, for request: ImageRequest) {
    guard let motion = motion ?? self.motion(for: request) else { return }
    begin { () async throws(ImageError.Cause) in
      .tile(try await motion.tile(of: frame, for: request), request)
    }
  }

  private func wait(for duration: Duration) {
    isWaiting = true
    begin { [clock] in
      try? await clock.sleep(for: duration)
      return .timeIsUp
    }
  }

  private func begin(_ body: @escaping @Sendable () async throws(ImageError.Cause) -> Outcome) {
    generation += 1
    let number = generation
    work = Task { [weak self] in
      let outcome = await withTaskExecutorPreference(WorkExecutor.forTasks) {
        do throws(ImageError.Cause) {
          return try await body()
        } catch {
          return Outcome.failure(error)
        }
      }
      self?.take(outcome, of: number)
    }
  }

  private func giveUp() {
    generation += 1
    work?.cancel()
    (work, isWaiting) = (nil, false)
  }

  private func take(_ outcome: Outcome, of number: Int) {
    guard number == generation else { return }
    (work, isWaiting) = (nil, false)
    switch outcome {
    case .step(.frame(let frame)):
      pulledCount += 1
      next = Drawing(frame: frame)
    case .step(.end(let isComplete)): end(isComplete: isComplete)
    case .tile(let tile, let request): take(tile, for: request)
    case .failure(let cause): fail("\(cause)")
    case .timeIsUp: break
    }
    resume()
  }

  /// The shown frame is rendered before the next one.
  private func take(_ tile: Tile, for request: ImageRequest) {
    if shown != nil, shown?.tile?.request != request {
      shown?.tile = (tile, request)
      onChange()
    } else {
      next?.tile = (tile, request)
    }
  }

  /// Starts over after the last frame, or stays there.
  private func end(isComplete: Bool) {
    let playCount = shown?.frame.playCount ?? 0
    if !isComplete { isTruncated = true }
    guard pulledCount > 0 else { return fail("no frames") }
    count = pulledCount
    reopen()
    if let goal { self.goal = goal % max(1, count ?? 1) }
    guard isPlaying else { return }
    playedCount += 1
    // A single frame is not an animation, whatever the file says.
    guard playedCount == playCount || count == 1 else { return }
    if isMotionPhoto { shown = nil }
    stop()
  }

  /// Stops at the shown frame, or at the still image if there is none.
  private func fail(_ reason: String) {
    if pulledCount == 0 || isMotionPhoto { shown = nil }
    reopen()
    trouble = reason
    stop()
  }

  private func stop() {
    (isPlaying, goal) = (false, nil)
    onChange()
  }
}

package struct MotionStatus: Hashable, Sendable {
  /// From 1; 0 while the still image of a motion photo is shown.
  package var frame: Int
  package var count: Int?
  package var speed: PlaySpeed
  package var isPlaying: Bool
  /// Why it cannot be played, or not further; nil if it can.
  package var trouble: String?
}

extension PictureInfo {
  /// Motion photos need FFmpeg's libraries.
  package var canBePlayed: Bool {
    isMoving && (!isMotionPhoto || VideoLibraries.areInstalled)
  }
}
