import DecoderKit
import DecoderProtocol
import Imaging
import PictureSamples
import TestSupport
import Testing

@Suite("Frames of animated PNGs") struct PNGFramesTests {
  private static let box = PixelSize(width: 100, height: 100)

  private func frames(_ file: [UInt8]) throws -> (frames: [MovingFrame], isComplete: Bool) {
    var picture = try PNGFrames(file, in: Self.box) { _ in }
    return try picture.frames()
  }

  private static let disposals: [[SampleMotion.Disposal]] = SampleMotion.Disposal.allCases.flatMap {
    first in
    SampleMotion.Disposal.allCases.map {
      [.keep, first, $0, .keep, .clear, .restore, first, .keep]
    }
  }

  @Test(arguments: disposals, [true, false])
  func `every disposal and blending follows the standard`(
    disposals: [SampleMotion.Disposal], isBlended: Bool
  ) throws {
    let motion = SampleMotion.patches(disposals, isBlended: isBlended, alphas: 5)
    for hidesFirst in [false, true] {
      let (frames, isComplete) = try frames(motion.png(hidesFirst: hidesFirst))
      #expect(isComplete && frames.count == disposals.count)
      for (frame, shown) in zip(frames, motion.shown) {
        #expect(SamplePictures.difference(frame.bitmap, shown) <= 3)
      }
      #expect(frames.map(\.delay) == motion.frames.map { .milliseconds($0.delay * 10) })
    }
  }

  @Test func `restoring before the first frame clears the canvas`() throws {
    let motion = SampleMotion.patches([.restore, .keep], isBlended: true)
    let (frames, _) = try frames(motion.png())
    #expect(SamplePictures.difference(frames[1].bitmap, motion.shown[1]) <= 1)
  }

  @Test func `the start of an animation has its size and play count`() throws {
    var motion = SampleMotion.patches([.keep, .keep], isBlended: true)
    motion.playCount = 3
    let start = try PNGFrames(motion.png(), in: PixelSize(width: 12, height: 12)) { _ in }.start
    #expect(
      start
        == MovingStart(
          size: motion.size, frameSize: PixelSize(width: 12, height: 9), playCount: 3))
  }

  @Test(arguments: [0.3, 0.6, 0.9])
  func `a truncated animation gives its available frames`(share: Double) throws {
    let motion = SampleMotion.patches(
      Array(repeating: .keep, count: 9), isBlended: true, alphas: 5)
    let file = motion.png()
    let (frames, isComplete) = try frames(Array(file.prefix(Int(Double(file.count) * share))))
    #expect(!isComplete && !frames.isEmpty && frames.count < 9)
    for (frame, shown) in zip(frames.dropLast(), motion.shown) {
      #expect(SamplePictures.difference(frame.bitmap, shown) <= 3)
    }
  }

  @Test func `a frame outside the canvas ends the animation`() throws {
    var motion = SampleMotion.patches([.keep, .keep, .keep], isBlended: true)
    motion.frames[1].x = 20
    let (frames, isComplete) = try frames(motion.png())
    #expect(frames.count == 1 && !isComplete)
  }

  @Test func `a PNG without animation is refused`() {
    let still = SamplePNG.encode(SamplePictures.fields(PixelSize(width: 8, height: 8)))
    #expect(throws: PictureError.unsupported("PNG that stands still")) {
      try PNGFrames(still, in: Self.box) { _ in }
    }
  }

  @Test(arguments: [1, 2])
  func `decoding a still reports whether the PNG is animated`(count: Int) throws {
    let motion = SampleMotion.patches(Array(repeating: .keep, count: count), isBlended: true)
    let info = try PictureDecoder(box: Self.box).decode(motion.png()).info
    #expect(info.isMoving == (count > 1))
  }

  @Test(
    arguments: [
      (0, 100), (5, 100), (10, 100), (11, 20), (19, 20), (20, 20), (40, 40), (5_000_000, 3_600_000),
    ] as [(Int64, Int64)])
  func `frame delays are limited as in browsers`(stored: Int64, shown: Int64) {
    let frame = MovingFrame(Bitmap(size: Self.box), storedDelay: .milliseconds(stored))
    #expect(frame.delay == .milliseconds(shown))
  }
}
