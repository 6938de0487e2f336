import DecoderProtocol
import Glibc
import ImagePipeline
import Imaging
import PictureSamples
import TestSupport
import Testing

/// Frames come from a child of their own, whose answers are not trusted.
@Suite("Frames from a decoder", .integration, .timeLimit(.minutes(30))) struct FrameStreamTests {
  private let box = PixelSize(width: 60, height: 60)
  private let client = DecoderClient(programs: TestDecoders.obedientPlayer(), limit: .seconds(50))
  private let wanted = CancellationSignal()

  private func play(
    _ source: ImageSource, atMost count: Int = 100, _ client: DecoderClient
  ) throws -> (frames: [MovingFrame], isComplete: Bool) {
    let signal = try #require(wanted)
    let stream = try client.frames(of: source, in: box, unless: signal)
    var frames: [MovingFrame] = []
    while frames.count < count, let frame = try stream.next(unless: signal) {
      frames.append(frame)
    }
    return (frames, stream.isComplete)
  }

  @Test(arguments: [("threeFrames", true), ("cutOff", false)])
  func `frames arrive as they were sent, then the stream ends`(word: String, isWhole: Bool) throws {
    let (frames, isComplete) = try play(TestDecoders.order(word), client)
    #expect(frames.map { $0.bitmap[0, 0].red } == [1, 2, 3] && isComplete == isWhole)
    #expect(frames.allSatisfy { $0.delay == .milliseconds(70) && $0.bitmap.size == box })
  }

  @Test func `after the last frame next() returns nil repeatedly`() throws {
    let signal = try #require(wanted)
    let stream = try client.frames(
      of: TestDecoders.order("threeFrames"), in: box, unless: signal)
    #expect(stream.start == MovingStart(size: box, frameSize: box, playCount: 5))
    for _ in 0..<3 { #expect(try stream.next(unless: signal) != nil) }
    for _ in 0..<3 { #expect(try stream.next(unless: signal) == nil) }
  }

  @Test(arguments: [
    "wrongIndex", "wrongCount", "largeFrames", "emptyFrames", "noDelay", "longDelay",
    "moreBehindTheEnd", "framesBeforeStart", "twoStarts", "stillPicture",
  ])
  func `an invalid answer is rejected`(word: String) throws {
    #expect(throws: DecodingError.wrongAnswer) { try play(TestDecoders.order(word), client) }
    #expect(try play(TestDecoders.order("threeFrames"), client).frames.count == 3)
  }

  @Test func `an image without frames or without motion is refused`() {
    #expect(throws: DecodingError.refused(.damaged)) {
      try play(TestDecoders.order("noFrames"), client)
    }
    #expect(throws: DecodingError.refused(.unsupported("no motion"))) {
      try play(TestDecoders.order("well"), client)
    }
  }

  @Test func `a child that dies ends the stream with its signal`() throws {
    #expect(throws: DecodingError.crashed(signal: SIGSEGV)) {
      try play(TestDecoders.order("dying"), client)
    }
    #expect(try play(TestDecoders.order("dying"), atMost: 2, client).frames.count == 2)
  }

  @Test func `a frame that takes too long ends the stream after the previous frames`() throws {
    let strict = DecoderClient(programs: TestDecoders.obedientPlayer(), limit: .seconds(3))
    #expect(try play(TestDecoders.order("hanging"), atMost: 2, strict).frames.count == 2)
    #expect(throws: DecodingError.tookTooLong(.seconds(3))) {
      try play(TestDecoders.order("hanging"), strict)
    }
  }

  @Test func `releasing an endless animation ends its child`() async throws {
    let process = try #require(await client.runningProcess)
    #expect(try play(TestDecoders.order("endless"), atMost: 500, client).frames.count == 500)
    await eventually { ProcessTable.children(of: process).isEmpty }
  }

  @Test func `cancellation ends the stream and its child`() async throws {
    let process = try #require(await client.runningProcess)
    let signal = try #require(wanted)
    let stream = try client.frames(of: TestDecoders.order("hanging"), in: box, unless: signal)
    for _ in 0..<2 { #expect(try stream.next(unless: signal) != nil) }
    signal.raise()
    for _ in 0..<2 {
      #expect(throws: DecodingError.cancelled) { try stream.next(unless: signal) }
    }
    await eventually { ProcessTable.children(of: process).isEmpty }
  }

  @Test func `every animated format is played inside the sandbox`() throws {
    let real = DecoderClient(programs: .installed(), limit: .seconds(50))
    let motion = SampleMotion.patches([.keep, .clear, .keep, .keep], isBlended: true)
    var light = SampleJXL()
    light.frames = [RGB(1, 2, 3), RGB(200, 100, 50)].map { Bitmap(size: box, filledWith: $0) }
    for file in [motion.gif(), motion.png(), motion.webP()] {
      let (frames, isComplete) = try play(.bytes(file), real)
      #expect(isComplete && frames.count == 4)
      for (frame, shown) in zip(frames, motion.shown) {
        #expect(SamplePictures.difference(frame.bitmap, shown) <= 1)
      }
    }
    let sequence = SampleAVIF(light.frames[0], light.frames[1])
    for file in [light.encoded(), sequence.encoded()] {
      let (frames, isComplete) = try play(.bytes(file), real)
      #expect(isComplete && frames.map(\.bitmap) == light.frames)
    }
  }
}
