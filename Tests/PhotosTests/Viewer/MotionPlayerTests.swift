import Glibc
import ImagePipeline
import Photos
import TestSupport
import Testing

@MainActor
@Suite("Motion player", .timeLimit(.minutes(30)))
struct MotionPlayerTests {
  /// The frames shown when they are played to their end, at a speed and with a decoding time for each.
  private func played(_ frames: ScriptedFrames, faster: Int = 0, decoding: Int = 0) async -> String
  {
    let clock = LeapingClock()
    var frames = frames
    frames.onPull = { clock.leap(.milliseconds(decoding)) }
    let stage = MotionStage(frames, clock: clock)
    stage.open()
    _ = stage.player.changeSpeed(by: faster)
    await stage.wait { stage.player.status?.isPlaying == false }
    return stage.shown.joined(separator: " ")
  }

  @Test(arguments: [
    ([100, 50, 30], 1, "0:0 100:1 150:2"),
    ([100, 50, 30], 3, "0:0 100:1 150:2 180:0 280:1 330:2 360:0 460:1 510:2"),
    ([0, 10, 11, 15, 20, 40], 1, "0:0 100:1 200:2 220:3 240:4 260:5"),
    ([70], 0, "0:0"),
    ([70], 5, "0:0"),
  ])
  func `each frame is shown for its delay, and all are repeated by the play count`(
    delays: [Int], playCount: Int, expected: String
  ) async {
    var frames = ScriptedFrames(delays: delays)
    frames.playCount = playCount
    #expect(await played(frames) == expected)
  }

  @Test(arguments: [
    (1, [100, 60, 100], "0:0 50:1 80:2"), (-1, [100, 60, 100], "0:0 200:1 320:2"),
    (3, [80, 160, 80], "0:0 20:1"), (-3, [80, 160, 80], "0:0 640:1 1920:2"),
    (99, [800, 800, 800], "0:0 100:1 200:2"), (-99, [20, 20, 20], "0:0 160:1 320:2"),
    // Eight times too quickly for any screen.
    (3, [20, 20, 20, 20, 20, 20, 20, 20, 20, 20], "0:0 20:8"),
  ])
  func `each step doubles or halves the speed, within limits`(
    steps: Int, delays: [Int], expected: String
  ) async {
    var frames = ScriptedFrames(delays: delays)
    frames.playCount = 1
    #expect(await played(frames, faster: steps) == expected)
  }

  @Test(arguments: [
    // Quick enough.
    (30, [40, 40, 40], "30:0 70:1 110:2"),
    // Late frames are skipped, and the others are in time.
    (30, [20, 20, 20, 20, 20, 20], "30:0 60:1 120:3 150:4"),
    // Too slow for that: lost time is not made up for, and frames are still shown.
    (50, [20, 20, 20, 20, 20, 20], "50:0 150:2 250:4"),
    (300, [20, 20, 20], "300:0 600:1 900:2"),
  ])
  func `a slow decoder has late frames skipped, but never all of them`(
    decoding: Int, delays: [Int], expected: String
  ) async {
    var frames = ScriptedFrames(delays: delays)
    frames.playCount = 1
    #expect(await played(frames, decoding: decoding) == expected)
  }

  @Test func `toggling stops and plays, and nothing is scheduled in between`() async {
    let clock = ManualClock()
    let stage = MotionStage(ScriptedFrames(100, 100, 100), clock: clock)
    stage.open()
    await clock.hasSleepers(1)
    #expect(stage.player.toggle() && stage.player.status?.isPlaying == false)
    await clock.hasSleepers(0)
    clock.advance(by: .seconds(10))
    await settleMainActor(turns: 9)
    #expect(stage.shown == ["0:0"] && clock.sleeperCount == 0)
    #expect(stage.player.toggle() && stage.player.status?.isPlaying == true)
    await stage.shows(1)
    #expect(stage.shown == ["0:0", "10000:1"])
    await clock.hasSleepers(1)
    clock.advance(by: .milliseconds(100))
    await stage.shows(2)
  }

  @Test func `steps stop the player, go both ways, and wrap around once the count is known`() async
  {
    let clock = ManualClock()
    let stage = MotionStage(ScriptedFrames(100, 100, 100, 100, 100), clock: clock)
    stage.open()
    await clock.hasSleepers(1)
    for (steps, number) in [
      (1, 1), (2, 3), (-1, 2), (-9, 0), (4, 4), (1, 0), (-1, 4), (-2, 2), (13, 0),
    ] {
      #expect(stage.player.step(by: steps))
      await stage.shows(number)
      #expect(stage.player.status?.frame == number + 1)
      #expect(stage.player.status?.isPlaying == false && clock.sleeperCount == 0)
    }
    #expect(stage.player.status?.count == 5)
  }

  @Test func `steps before their frames are decoded add up`() async {
    let stage = MotionStage(ScriptedFrames(100, 100, 100, 100, 100), clock: ManualClock())
    stage.open()
    for steps in [1, 1, 1, -1] { _ = stage.player.step(by: steps) }
    await stage.shows(2)
    #expect(stage.shown == ["0:2"])
  }

  @Test func `a step of nine frames back ends at the first while their count is unknown`() async {
    let stage = MotionStage(ScriptedFrames(100, 100, 100), clock: ManualClock())
    stage.open()
    await stage.shows(0)
    _ = stage.player.step(by: -9)
    await settleMainActor(turns: 9)
    #expect(stage.player.status?.frame == 1 && stage.player.status?.count == nil)
  }

  @Test func `frames of the previous photo are dropped, however late they arrive`() async {
    let clock = ManualClock()
    let stage = MotionStage(ScriptedFrames(100, 100, 100), clock: clock)
    stage.loader.move("b", ScriptedFrames(700, 700))
    stage.open()
    // Its first frame is on its way.
    stage.open("b")
    await clock.hasSleepers(1)
    #expect(stage.shown == ["0:0"] && stage.loader.motionCount == 2)
    #expect(stage.player.content(for: ImageRequest("a")) == nil)
    clock.advance(by: .milliseconds(100))
    #expect(clock.sleeperCount == 1)
    stage.open("c", moves: false)
    await clock.hasSleepers(0)
    #expect(stage.player.status == nil && stage.digit == nil)
    stage.open()
    await clock.hasSleepers(1)
    stage.player.leave()
    await clock.hasSleepers(0)
    #expect(stage.player.status == nil)
  }

  @Test func `a still photo starts no decoder and no timer`() async {
    let clock = ManualClock()
    let stage = MotionStage(ScriptedFrames(100), clock: clock)
    stage.open(moves: false)
    let player = stage.player
    #expect(!player.toggle() && !player.step(by: 1) && !player.changeSpeed(by: 1))
    await settleMainActor(turns: 9)
    #expect(stage.loader.motionCount == 0 && clock.sleeperCount == 0 && stage.shown.isEmpty)
  }

  @Test func `the player waits while frames are not drawn, and continues where it was`() async {
    let clock = ManualClock()
    let stage = MotionStage(ScriptedFrames(100, 100, 100, 100), clock: clock)
    stage.isWatched = false
    stage.open()
    await stage.shows(0)
    await settleMainActor(turns: 9)
    clock.advance(by: .seconds(60))
    await settleMainActor(turns: 9)
    #expect(stage.shown == ["0:0"] && clock.sleeperCount == 0)
    stage.isWatched = true
    stage.player.noteDrawn()
    await stage.shows(1)
    await clock.hasSleepers(1)
    // Put to rest, it releases the decoder.
    stage.player.rest()
    await clock.hasSleepers(0)
    stage.player.noteDrawn()
    await stage.shows(2)
    #expect(stage.shown == ["0:0", "60000:1", "60000:2"] && stage.loader.motionCount == 2)
  }

  @Test func `another size draws the same frame without another decoder`() async {
    let stage = MotionStage(ScriptedFrames(100, 100, 100), clock: ManualClock())
    stage.open()
    await stage.shows(0)
    _ = stage.player.step(by: 1)
    await stage.shows(1)
    stage.open(columns: 9)
    #expect(stage.digit == nil && stage.player.isDrawing(for: ImageRequest("a", columns: 9)))
    await stage.shows(1)
    #expect(stage.loader.motionCount == 1)
  }

  @Test func `an incomplete animation is marked as truncated, and its frames go on playing`() async
  {
    var frames = ScriptedFrames(30, 30)
    (frames.playCount, frames.isComplete) = (2, false)
    let stage = MotionStage(frames, clock: LeapingClock())
    stage.open()
    #expect(stage.player.content(for: ImageRequest("a"))?.isTruncated != true)
    await stage.wait { stage.player.status?.isPlaying == false }
    #expect(stage.player.content(for: ImageRequest("a"))?.isTruncated == true)
    #expect(stage.shown == ["0:0", "30:1", "60:0", "90:1"])
  }

  @Test(arguments: [([], nil), ([50, 50], 1)] as [([Int], Int?)])
  func `a failed decoder leaves the last frame and the reason, and playing tries again`(
    delays: [Int], digit: Int?
  ) async {
    var frames = ScriptedFrames(delays: delays)
    frames.failure = .crashed(signal: SIGSEGV)
    let stage = MotionStage(frames, clock: LeapingClock())
    stage.open()
    await stage.wait { stage.player.status?.isPlaying == false }
    #expect(stage.player.status?.trouble == "decoder crashed" && stage.digit == digit)
    #expect(stage.loader.motionCount == 1)
    #expect(stage.player.toggle())
    await stage.wait { stage.player.status?.isPlaying == false }
    #expect(stage.loader.motionCount == 2)
  }

  @Test func `a photo that is loaded again is played from its beginning`() async {
    let clock = ManualClock()
    let stage = MotionStage(ScriptedFrames(100, 100), clock: clock)
    stage.open()
    await clock.hasSleepers(1)
    clock.advance(by: .milliseconds(100))
    await stage.shows(1)
    stage.player.follow(ImageRequest("a"), showing: .placeholder)
    #expect(stage.player.status == nil && stage.digit == nil)
    stage.open()
    await stage.shows(0)
    #expect(stage.loader.motionCount >= 2)
  }
}
