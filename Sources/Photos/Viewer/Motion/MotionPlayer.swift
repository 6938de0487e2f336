import Concurrency
import Grid
import Imaging
import Pipeline
import Values

/// Plays the photo of a cell where it moves: by itself, until somebody stops it, or when somebody asks.
///
/// It pulls a frame, has it drawn, waits until it is due, and shows it; one of these is under way at a time,
/// and none for a photo that stands still, or while nobody looks at what was shown last. So three frames are
/// held at most: the one that is shown, the next, and the one in the decoder. What comes of anything begun
/// for another photo, or before a step back, is dropped by its generation.
@MainActor
package final class MotionPlayer {
  /// What came of what was under way.
  private enum Outcome: Sendable {
    case step(MotionStep)
    case tile(Tile, ImageRequest)
    case failure(ImageError.Cause)
    case timeIsUp
  }

  /// A frame, and its tile as far as that is drawn.
  private struct Drawing {
    let frame: MotionFrame
    var tile: (tile: Tile, request: ImageRequest)?
  }

  /// Nobody means to step further at once.
  private static let longestWay = 1_000_000

  private let loader: any ImageLoading
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Duration
  private let onChange: @MainActor () -> Void
  private let playsByItself: Bool

  /// What is wanted of the photo now.
  private var request: ImageRequest?
  /// Whether nothing more was to come of its cell.
  private var wasFinal = false
  /// The photo as it stands still, once it is known to move.
  private var still: LoadedTile?
  private var motion: (any PhotoMotion)?
  /// How many frames have been pulled of that.
  private var pulledCount = 0
  private var shown: Drawing?
  private var next: Drawing?
  /// The number of a frame that is to be shown as soon as it comes; those before it are passed over.
  private var goal: Int?
  private var schedule = FrameSchedule()
  private var isPlaying: Bool
  /// How often it has been played to its end.
  private var playedCount = 0
  /// How many frames there are, once the last one has come.
  private var count: Int?
  private var isTruncated = false
  private var trouble: String?
  /// Whether what is shown has been drawn.
  private var isSeen = true

  private var work: Task<Void, Never>?
  private var isWorking = false
  private var isWaiting = false
  /// Goes up with everything that is begun, and given up.
  private var generation = 0

  /// Makes a player with nothing to play.
  /// - Parameters:
  ///   - loader: What loads frames.
  ///   - clock: What these are shown by.
  ///   - playsByItself: Whether photos are played that nobody asked to be.
  ///   - onChange: Is called when another frame is to be drawn.
  init(
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

  // MARK: - What is shown

  /// How far it is; nil where the photo stands still.
  package var status: MotionStatus? {
    still.map { _ in
      MotionStatus(
        frame: (shown?.frame.index ?? 0) + 1, count: count, speed: schedule.speed,
        isPlaying: isPlaying, trouble: trouble)
    }
  }

  /// Whether the photo moves and has not been played to its end yet.
  package var isPlayingFirst: Bool { still != nil && isPlaying && playedCount == 0 }

  /// What is shown in the place of the still that was asked for; nil where that is to be seen, or the frame is
  /// not drawn for it yet.
  func content(for request: ImageRequest?) -> CellContent? {
    guard let still, let drawn = shown?.tile, let request, drawn.request.photo == request.photo,
      drawn.request.cells == request.cells, drawn.request.extent == request.extent,
      drawn.request.form.characters.backdrop == request.form.characters.backdrop
    else { return nil }
    return .picture(still.showing(drawn.tile, isComplete: !isTruncated))
  }

  /// Whether a frame is shown, and its tile for a request still to come.
  func isDrawing(for request: ImageRequest?) -> Bool {
    shown != nil && request != nil && content(for: request) == nil
  }

  /// Hears that what is shown has been drawn: nothing is played for nobody.
  package func noteDrawn() {
    isSeen = true
    guard !isWorking, still != nil, isPlaying || goal != nil else { return }
    // Not before the drawing is over, which tells of one frame only.
    begin { .timeIsUp }
  }

  // MARK: - What changes it

  /// Plays what a cell is bound to, as soon as it is there and known to move.
  func follow(_ request: ImageRequest?, showing content: CellContent) {
    let isOther = request != self.request
    let isAnew = !isOther && wasFinal && !content.isFinal
    // Another photo, or this one is loaded once more.
    if request?.photo != self.request?.photo || isAnew { leave() }
    (self.request, wasFinal) = (request, content.isFinal)
    if isOther, shown == nil, trouble != nil { start() }
    if case .picture(let tile) = content, tile.info.isMoving { take(tile) }
    goOn()
  }

  /// Takes over how the photo stands still; one of another file is played from its beginning.
  private func take(_ tile: LoadedTile) {
    let info = still?.info
    if info?.size != tile.info.size || info?.byteCount != tile.info.byteCount {
      leave()
      start()
      isPlaying = playsByItself
    }
    still = tile
  }

  /// Ends it: nothing is held, and nothing under way.
  func leave() {
    rest()
    (still, shown, goal, count, trouble) = (nil, nil, nil, nil, nil)
    (playedCount, isTruncated) = (0, false)
  }

  /// Lets go of the decoder until what is to be seen changes; then it goes on where it was.
  package func rest() {
    giveUp()
    (motion, next, pulledCount) = (nil, nil, 0)
    if shown != nil, goal == nil, isPlaying { goal = shown.map { $0.frame.index + 1 } }
  }

  /// Plays, or stops.
  /// - Returns: False where the photo stands still, and nothing is done.
  package func toggle() -> Bool {
    guard still != nil else { return false }
    isPlaying.toggle()
    goal = nil
    if isPlaying { start() }
    change()
    return true
  }

  /// Stops, and goes some frames forward, or with a negative number back; beyond the last comes the first.
  /// - Returns: False where the photo stands still, and nothing is done.
  package func step(by steps: Int) -> Bool {
    guard still != nil else { return false }
    isPlaying = false
    trouble = nil
    var frame =
      (goal ?? shown?.frame.index ?? 0) + min(max(-Self.longestWay, steps), Self.longestWay)
    if let count { frame = ((frame % count) + count) % count }
    seek(max(0, frame))
    change()
    return true
  }

  /// Plays some steps faster, or with a negative number slower.
  /// - Returns: False where the photo stands still, and nothing is done.
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

  /// Begins with the first frame again.
  private func reopen() {
    giveUp()
    (motion, next, pulledCount) = (nil, nil, 0)
  }

  private func change() {
    if isWaiting { giveUp() }
    onChange()
    goOn()
  }

  // MARK: - One thing after another

  /// Begins what is to be done next, if anything is and nothing is under way.
  private func goOn() {
    while !isWorking, let request, still != nil {
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

  /// Whether a frame is not shown but the one after it.
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
    guard let motion = motion ?? loader.motion(for: request) else { return }
    self.motion = motion
    begin { () async throws(ImageError.Cause) in .step(try await motion.next()) }
  }

  private func draw(_ frame: MotionFrame, for request: ImageRequest) {
    guard let motion = motion ?? loader.motion(for: request) else { return }
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
    isWorking = true
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

  /// Leaves what is under way.
  private func giveUp() {
    generation += 1
    work?.cancel()
    (work, isWorking, isWaiting) = (nil, false, false)
  }

  /// Takes what came of something, unless it was given up.
  private func take(_ outcome: Outcome, of number: Int) {
    guard number == generation else { return }
    (work, isWorking, isWaiting) = (nil, false, false)
    switch outcome {
    case .step(.frame(let frame)):
      pulledCount += 1
      next = Drawing(frame: frame)
    case .step(.end(let isComplete)): end(isComplete: isComplete)
    case .tile(let tile, let request): take(tile, for: request)
    case .failure(let cause): fail("\(cause)")
    case .timeIsUp: break
    }
    goOn()
  }

  /// The frame that is shown is drawn before the next one.
  private func take(_ tile: Tile, for request: ImageRequest) {
    if shown != nil, shown?.tile?.request != request {
      shown?.tile = (tile, request)
      onChange()
    } else {
      next?.tile = (tile, request)
    }
  }

  /// Begins again after the last frame, or stays there.
  private func end(isComplete: Bool) {
    let playCount = shown?.frame.playCount ?? 0
    if !isComplete { isTruncated = true }
    guard pulledCount > 0 else { return fail("no frames") }
    count = pulledCount
    reopen()
    if let goal { self.goal = goal % max(1, count ?? 1) }
    guard isPlaying else { return }
    playedCount += 1
    // What has one frame stands still, whatever it says.
    if playedCount == playCount || count == 1 { stop() }
  }

  /// Stands still: at the frame that is shown, or at the photo's still where there is none.
  private func fail(_ reason: String) {
    if pulledCount == 0 { shown = nil }
    reopen()
    trouble = reason
    stop()
  }

  private func stop() {
    (isPlaying, goal) = (false, nil)
    onChange()
  }
}

/// How far a photo is played.
package struct MotionStatus: Hashable, Sendable {
  /// The number of the frame that is shown, from 1.
  package var frame: Int
  /// How many there are; nil until the last one has been seen.
  package var count: Int?
  /// How quickly it is played.
  package var speed: PlaySpeed
  /// Whether it goes on by itself.
  package var isPlaying: Bool
  /// Why it cannot be played, or not further; nil while it can.
  package var trouble: String?
}
