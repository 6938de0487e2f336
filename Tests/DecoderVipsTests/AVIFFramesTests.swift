import DecoderProtocol
import DecoderVips
import Glibc
import Imaging
import PictureSamples
import TestSupport
import Testing

extension VipsTests {
  @Suite("Frames of AVIF sequences") struct AVIFFramesTests {
    private static let size = PixelSize(width: 40, height: 30)
    private static let box = PixelSize(width: 100, height: 100)

    /// Fields that move: only the differences of later frames are coded.
    private static let bitmaps = (0..<9).map { index in
      var bitmap = SamplePictures.fields(size)
      for y in index..<index + 10 {
        for x in index * 2..<index * 2 + 9 { bitmap[x, y] = RGB(9, 99, 199) }
      }
      return bitmap
    }

    private func frames(
      _ file: [UInt8], atMost count: Int = 50
    ) throws -> (frames: [MovingFrame], isComplete: Bool) {
      var picture = try VipsDecoder.movingPicture(file, in: Self.box)
      return try picture.frames(atMost: count)
    }

    /// The processor time that this thread has used.
    private static var processorTime: Duration {
      var time = timespec()
      _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private var sample: SampleAVIF { SampleAVIF(SampleAV1(Self.bitmaps)) }

    @Test func `frames are decoded in order with their delays`() throws {
      var sample = sample
      sample.delays = [70, 0, 10, 11, 40, 100, 250, 20, 60_000]
      let (frames, isComplete) = try frames(sample.encoded())
      #expect(isComplete && frames.map(\.bitmap) == Self.bitmaps)
      let shown = [70, 100, 100, 20, 40, 100, 250, 20, 60_000]
      #expect(frames.map(\.delay) == shown.map { .milliseconds($0) })
    }

    @Test(arguments: [false, true])
    func `alpha is taken from its own track`(isMultiplied: Bool) throws {
      let alphas = (0..<2).map { frame in
        (0..<Self.size.area).map { UInt8(truncatingIfNeeded: $0 * 7 + frame * 99) }
      }
      // White, so that every channel equals alpha, or exceeds it, which is invalid.
      let white = Bitmap(size: Self.size, filledWith: RGB(255, 255, 255))
      var sample = SampleAVIF(white, white)
      sample.alpha = SampleAV1(Self.size, alphas: alphas)
      sample.isMultiplied = isMultiplied
      let (frames, isComplete) = try frames(sample.encoded())
      #expect(isComplete && frames.count == 2)
      for (frame, alpha) in zip(frames, alphas) {
        #expect(frame.bitmap.bytes == alpha.flatMap { [$0, $0, $0, $0] })
      }
      sample.alpha = SampleAV1(Self.size, alphas: [alphas[0]])
      let short = try self.frames(sample.encoded())
      #expect(!short.isComplete && short.frames.count == 1)
    }

    /// Samples of television, and their colours by its standards.
    @Test(
      arguments: [
        (6, [81, 90, 240], RGB(255, 0, 0)), (6, [145, 54, 34], RGB(0, 255, 0)),
        (6, [41, 240, 110], RGB(0, 0, 255)), (1, [63, 102, 240], RGB(255, 0, 0)),
        (1, [173, 42, 26], RGB(0, 255, 0)), (1, [32, 240, 118], RGB(0, 0, 255)),
        (9, [74, 97, 240], RGB(255, 0, 0)), (2, [81, 90, 240], RGB(255, 0, 0)),
        (1, [235, 128, 128], RGB(255, 255, 255)), (1, [16, 128, 128], RGB(0, 0, 0)),
        (1, [126, 128, 128], RGB(128, 128, 128)),
      ] as [(Int, [UInt16], RGB)],
      [(.half, 8), (.halfWide, 10), (.whole, 12)] as [(SampleAV1.Layout, Int)])
    func `luma and chroma are converted by their matrix and range`(
      color: (matrix: Int, samples: [UInt16], wanted: RGB),
      kind: (layout: SampleAV1.Layout, bits: Int)
    ) throws {
      let step = UInt16(1) << (kind.bits - 8)
      // Odd sides: the last column and row do not share their chroma.
      var picture = SampleAV1(
        PixelSize(width: 33, height: 17), color.samples.map { $0 * step }, kind.layout)
      picture.frames += picture.frames
      (picture.bits, picture.matrix, picture.isFullRange) = (kind.bits, color.matrix, false)
      let frame = try #require(try frames(SampleAVIF(picture).encoded()).frames.last)
      for (x, y) in [(0, 0), (16, 8), (32, 16)] {
        let found = frame.bitmap[x, y]
        for (one, other) in zip(
          [found.red, found.green, found.blue],
          [color.wanted.red, color.wanted.green, color.wanted.blue])
        {
          #expect(abs(Int(one) - Int(other)) <= 2, "\(found) is not \(color.wanted)")
        }
      }
    }

    @Test func `colours of the track override those of the frames`() throws {
      var picture = SampleAV1(Self.size, [63, 102, 240], .half)
      picture.frames += picture.frames
      (picture.matrix, picture.isFullRange) = (6, true)
      var sample = SampleAVIF(picture)
      sample.properties = SampleMetadata.box(
        "colr", Array("nclx".utf8) + [0, 1, 0, 13, 0, 1, 0])
      let red = Bitmap(size: Self.size, filledWith: RGB(255, 0, 0))
      let (frames, _) = try frames(sample.encoded())
      #expect(SamplePictures.difference(frames[0].bitmap, red) <= 2)
    }

    @Test func `a sequence without chroma is grey`() throws {
      var picture = SampleAV1(Self.size, [77], .gray)
      picture.frames += picture.frames
      picture.matrix = 2
      let gray = Bitmap(size: Self.size, filledWith: RGB(77, 77, 77))
      #expect(try frames(SampleAVIF(picture).encoded()).frames.map(\.bitmap) == [gray, gray])
    }

    @Test(
      arguments: [
        (.unspecified, 0), (.never, 1), (.times(1), 1), (.times(3), 3), (.endless, 0),
      ] as [(SampleAVIF.Repetition, Int)])
    func `the play count of a sequence is read`(repetition: SampleAVIF.Repetition, count: Int)
      throws
    {
      var sample = sample
      sample.repetition = repetition
      let small = PixelSize(width: 20, height: 20)
      let start = try VipsDecoder.movingPicture(sample.encoded(), in: small).start
      #expect(
        start
          == MovingStart(
            size: Self.size, frameSize: PixelSize(width: 20, height: 15), playCount: count))
    }

    @Test(arguments: [("irot", 3, Orientation.rightTop), ("imir", 1, .topRight)])
    func `frames are oriented as the track requires`(
      kind: String, value: UInt8, orientation: Orientation
    )
      throws
    {
      let shown = SamplePictures.fields(PixelSize(width: 30, height: 40))
      let stored = SamplePictures.stored(shown, orientation)
      var sample = SampleAVIF(stored, stored)
      sample.properties = SampleMetadata.box(kind, [value])
      let (frames, _) = try frames(sample.encoded())
      #expect(frames.map(\.bitmap) == [shown, shown])
    }

    @Test(arguments: [0.75, 0.9, 0.99], [true, false])
    func `a truncated sequence gives its available frames`(share: Double, hasStill: Bool) throws {
      var sample = sample
      let noise = SamplePictures.noise(Self.size)
      sample.colors = SampleAV1((0..<9).map { $0 % 2 == 0 ? noise : Self.bitmaps[$0] })
      sample.hasStill = hasStill
      let whole = sample.encoded()
      let file = Array(whole.prefix(Int(Double(whole.count) * share)))
      let (frames, isComplete) = try frames(file)
      #expect(!isComplete && !frames.isEmpty && frames.count < 9)
      #expect(frames.first?.bitmap == noise)
      let still = try VipsDecoder(box: Self.box).decode(file)
      #expect(still.info.isMoving && !still.info.isComplete)
    }

    @Test func `only the requested ones of a million frames are decoded`() throws {
      var sample = SampleAVIF(
        Bitmap(size: PixelSize(width: 16, height: 16), filledWith: RGB(9, 9, 9)))
      sample.rounds = 1_000_000
      let file = sample.encoded()
      #expect(file.count > 4_000_000)
      let start = Self.processorTime
      var picture = try VipsDecoder.movingPicture(file, in: Self.box)
      for _ in 0..<50 { #expect(try picture.next()?.bitmap.size == sample.colors.size) }
      #expect(Self.processorTime - start < .seconds(5))
    }

    @Test(arguments: [1, 2], [true, false])
    func `decoding a still reports whether the AVIF is animated`(count: Int, hasStill: Bool) throws
    {
      var sample = SampleAVIF(SampleAV1(Array(Self.bitmaps.prefix(count))))
      sample.hasStill = hasStill
      let still = try VipsDecoder(box: Self.box).decode(sample.encoded())
      #expect(still.info.isMoving == (count > 1) && still.info.isComplete)
      #expect(still.info.size == Self.size)
      #expect(SamplePictures.difference(still.bitmap, Self.bitmaps[0]) <= 2)
    }

    @Test func `an AVIF without animation is refused`() {
      let still = SampleVips(Self.bitmaps[0]).encoded(".avif")
      for file in [still, SampleAVIF(Self.bitmaps[0]).encoded()] {
        #expect(throws: PictureError.unsupported("AVIF that stands still")) {
          try VipsDecoder.movingPicture(file, in: Self.box)
        }
      }
    }

    @Test func `a track of a wrong or too large size is refused`() throws {
      var sample = sample
      sample.trackSize = PixelSize(width: 20_000, height: 6000)
      let large = PictureError.tooManyPixels(PixelSize(width: 20_000, height: 6000))
      #expect(throws: large) { try VipsDecoder.movingPicture(sample.encoded(), in: Self.box) }
      for side in [0, 39, 41] {
        sample.trackSize = PixelSize(width: side, height: 30)
        #expect(throws: PictureError.damaged) { try frames(sample.encoded()) }
      }
    }

    /// The tables, and wrong numbers in them: no sample in a chunk, a sample of no byte, one of
    /// impossible length, and one after the end.
    @Test(
      arguments: [
        ("stco", 8, [0x7F, 0xFF, 0xFF, 0xFF]),
        ("stsc", 12, [0, 0, 0, 0]),
        ("stsc", 8, [0, 0, 0, 2]), ("stsz", 12, [0, 0, 0, 0]),
        ("stsz", 12, [0xFF, 0xFF, 0xFF, 0xFF]),
        ("stsz", 4, [0x7F, 0, 0, 0]),
      ] as [(String, Int, [UInt8])])
    func `a sample table with wrong numbers is damaged`(kind: String, place: Int, bytes: [UInt8])
      throws
    {
      var file = sample.encoded()
      let name = try #require(file.indices.first { file[$0...].starts(with: kind.utf8) })
      file.replaceSubrange(name + 4 + place..<name + 8 + place, with: bytes)
      #expect(throws: PictureError.damaged) { try frames(file) }
    }

    @Test func `a damaged sequence never ends the process`() throws {
      var sample = SampleAVIF(SampleAV1(Array(Self.bitmaps.prefix(3))))
      sample.alpha = SampleAV1(
        Self.size, alphas: (0..<3).map { [UInt8](repeating: 50 * $0, count: Self.size.area) })
      let whole = sample.encoded()
      var state: UInt32 = 7
      for _ in 0..<300 {
        var hurt = whole
        for _ in 0..<3 {
          state = state &* 1_664_525 &+ 1_013_904_223
          hurt[12 + Int(state >> 8) % (hurt.count - 12)] = UInt8(truncatingIfNeeded: state >> 3)
        }
        if let played = try? frames(hurt) { #expect(played.frames.count <= 50) }
      }
    }
  }
}
