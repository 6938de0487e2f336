import DecoderProtocol
import DecoderVips
import Imaging
import PictureSamples
import TestSupport
import Testing

extension VipsTests {
  @Suite("Frames of animations") struct MovingPictureTests {
    private static let box = PixelSize(width: 100, height: 100)

    private func frames(_ file: [UInt8]) throws -> (frames: [MovingFrame], isComplete: Bool) {
      var picture = try VipsDecoder.movingPicture(file, in: Self.box)
      return try picture.frames()
    }

    private func expect(
      _ motion: SampleMotion, from file: [UInt8], within tolerance: Int,
      _ location: SourceLocation = #_sourceLocation
    ) throws {
      let (frames, isComplete) = try frames(file)
      #expect(isComplete && frames.count == motion.frames.count, sourceLocation: location)
      for (frame, shown) in zip(frames, motion.shown) {
        #expect(
          SamplePictures.difference(frame.bitmap, shown) <= tolerance, sourceLocation: location)
      }
      #expect(
        frames.map(\.delay) == motion.frames.map { .milliseconds($0.delay * 10) },
        sourceLocation: location)
    }

    private static let disposals: [[SampleMotion.Disposal]] =
      SampleMotion.Disposal.allCases.flatMap { first in
        SampleMotion.Disposal.allCases.map { [first, $0, .keep, .clear, .restore, first, .keep] }
      }

    @Test(arguments: disposals)
    func `every disposal of a GIF follows the standard`(
      disposals: [SampleMotion.Disposal]
    ) throws {
      let motion = SampleMotion.patches(disposals, isBlended: true)
      try expect(motion, from: motion.gif(), within: 0)
    }

    @Test(arguments: disposals, [true, false])
    func `every disposal and blending of a WebP follows the standard`(
      disposals: [SampleMotion.Disposal], isBlended: Bool
    ) throws {
      let plain = disposals.map { $0 == .restore ? SampleMotion.Disposal.clear : $0 }
      let motion = SampleMotion.patches(plain, isBlended: isBlended, alphas: 5)
      try expect(motion, from: motion.webP(), within: 3)
    }

    @Test func `frames of a JPEG XL are decoded in order`() throws {
      let size = PixelSize(width: 40, height: 30)
      let colors = [RGB(200, 10, 10), RGB(10, 200, 10), RGB(10, 10, 200)]
      var sample = SampleJXL()
      sample.frames = colors.map { Bitmap(size: size, filledWith: $0) }
      let (frames, isComplete) = try frames(sample.encoded())
      #expect(isComplete && frames.map(\.bitmap) == sample.frames)
      #expect(frames.allSatisfy { $0.delay == .milliseconds(100) })
    }

    @Test(arguments: [0, 1, 2, 7])
    func `the play count of an animation is read`(count: Int) throws {
      var motion = SampleMotion.patches([.keep, .keep], isBlended: true)
      motion.playCount = count
      for file in [motion.gif(), motion.webP()] {
        let start = try VipsDecoder.movingPicture(file, in: PixelSize(width: 12, height: 12)).start
        let frameSize = PixelSize(width: 12, height: 9)
        #expect(
          start == MovingStart(size: motion.size, frameSize: frameSize, playCount: count))
      }
    }

    @Test(arguments: [0.3, 0.6, 0.9])
    func `a truncated animation gives its available frames`(share: Double) throws {
      let motion = SampleMotion.patches(Array(repeating: .keep, count: 9), isBlended: true)
      for file in [motion.gif(), motion.webP()] {
        let (frames, isComplete) = try frames(Array(file.prefix(Int(Double(file.count) * share))))
        #expect(!isComplete && !frames.isEmpty && frames.count < 9)
        for (frame, shown) in zip(frames, motion.shown) {
          #expect(SamplePictures.difference(frame.bitmap, shown) == 0)
        }
      }
      var light = SampleJXL()
      light.frames = (1...9).map { _ in SamplePictures.noise(PixelSize(width: 40, height: 30)) }
      let file = light.encoded()
      let (frames, isComplete) = try frames(Array(file.prefix(Int(Double(file.count) * share))))
      #expect(!isComplete && !frames.isEmpty && frames.count < 9)
    }

    @Test(arguments: [0.2, 0.3, 0.5, 0.9, 0.99])
    func `a truncated WebP gives the same first frame as a still and when played`(
      share: Double
    ) throws {
      let size = PixelSize(width: 320, height: 240)
      let noise = SamplePictures.noise(size).bytes
      let file = SampleMotion(
        size, (0..<3).map { _ in .init(x: 0, y: 0, size: size, bytes: noise) }
      ).webP()
      let part = Array(file.prefix(Int(Double(file.count) * share)))
      let still = try VipsDecoder(box: Self.box).decode(part)
      var picture = try VipsDecoder.movingPicture(part, in: Self.box)
      let frame = try #require(try picture.next())
      #expect(!still.info.isComplete && still.info.isMoving && still.info.size == size)
      #expect(still.bitmap == frame.bitmap && still.bitmap.bytes[3] == 255)
    }

    @Test func `an animation without a frame is truncated`() throws {
      let motion = SampleMotion.patches([.keep, .keep], isBlended: true)
      for file in [motion.gif(), motion.webP()] {
        let part = Array(file.prefix(48))
        #expect(throws: PictureError.truncated) { try frames(part) }
      }
      #expect(throws: PictureError.truncated) {
        try VipsDecoder(box: Self.box).decode(Array(motion.webP().prefix(48)))
      }
    }

    @Test func `only the requested ones of a million frames are decoded`() throws {
      let one = SampleMotion(
        PixelSize(width: 4, height: 4),
        [.init(x: 0, y: 0, size: PixelSize(width: 1, height: 1), bytes: [9, 9, 9, 255])]
      ).gif()
      let frame = one[32..<one.count - 1]
      var file = Array(one.prefix(32))
      let table = [UInt8](repeating: 9, count: 6)
      // The frame without its table: with one of two colours a million of them are 20 MB.
      let short = Array(frame.prefix(17)) + [0x80] + table + [2, 2, 0x4C, 1, 0]
      for _ in 0..<1_000_000 { file += short }
      var picture = try VipsDecoder.movingPicture(file, in: Self.box)
      for _ in 0..<50 { #expect(try picture.next()?.bitmap.size == PixelSize(width: 4, height: 4)) }
    }

    @Test func `files without animation and other files are refused`() {
      let still = SampleVips(SamplePictures.fields(PixelSize(width: 8, height: 8)))
      for (suffix, name) in [(".webp", "WebP"), (".tif", "TIFF"), (".jxl", "JPEG XL")] {
        #expect(throws: PictureError.unsupported("\(name) that stands still")) {
          try VipsDecoder.movingPicture(still.encoded(suffix), in: Self.box)
        }
      }
      #expect(throws: PictureError.notAnImage) {
        try VipsDecoder.movingPicture([1, 2, 3], in: Self.box)
      }
      #expect(throws: PictureError.self) {
        try VipsDecoder.movingPicture(Array("GIF89a".utf8), in: Self.box)
      }
    }

    @Test(arguments: [1, 2])
    func `decoding a still reports whether the file is animated`(count: Int) throws {
      let motion = SampleMotion.patches(Array(repeating: .keep, count: count), isBlended: true)
      var light = SampleJXL()
      light.frames = (1...count).map { _ in Bitmap(size: motion.size) }
      for file in [motion.gif(), motion.webP(), light.encoded()] {
        #expect(try VipsDecoder(box: Self.box).decode(file).info.isMoving == (count > 1))
      }
    }

    @Test func `a damaged animation never ends the process`() throws {
      let motion = SampleMotion.patches([.keep, .clear, .restore, .keep], isBlended: true)
      var state: UInt32 = 7
      for whole in [motion.gif(), motion.webP()] {
        for _ in 0..<150 {
          var hurt = whole
          for _ in 0..<4 {
            state = state &* 1_664_525 &+ 1_013_904_223
            hurt[6 + Int(state >> 8) % (hurt.count - 6)] = UInt8(truncatingIfNeeded: state >> 3)
          }
          if let played = try? frames(hurt) { #expect(played.frames.count <= 40) }
        }
      }
    }
  }
}
