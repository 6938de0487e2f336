import DecoderKit
import DecoderProtocol
import Imaging
import PictureSamples
import TestSupport
import Testing

/// Videos by libavformat and libavcodec, without a sandbox.
@Suite("Videos") struct VideoFileTests {
  private static let box = PixelSize(width: 24, height: 24)

  private static func open(_ bytes: [UInt8]) throws(PictureError) -> VideoFile {
    try VideoFile(byteCount: bytes.count) { count, offset in
      Array(bytes.dropFirst(offset).prefix(count))
    }
  }

  private static func poster(
    of bytes: [UInt8], in box: PixelSize = box, region: PixelRect? = nil, at moment: Int? = nil
  ) throws(PictureError) -> DecodedPicture {
    let rule = CropRule(box: box, wholeBox: nil, region: region)
    return try open(bytes).decode(by: rule, at: moment) { _ in }
  }

  /// The first place of a text, as bytes.
  private static func place(of text: String, in bytes: [UInt8]) throws -> Int {
    try #require(bytes.indices.first { bytes[$0...].starts(with: text.utf8) })
  }

  @Test(
    arguments: [
      (.webM, .webM, "On2 VP8", 10_000, 27), (.matroska, .matroska, "On2 VP8", 10_000, 27),
      (.avi, .avi, "MPEG-4 part 2", 2000, 4), (.quickTime, .quickTime, "MPEG-4 part 2", 2000, 4),
      (.mpegTS, .mpegTS, "MPEG-4 part 2", 2000, 4),
    ] as [(SampleVideo, PictureFormat, String, Int, Int)])
  func `the poster is the key frame at a tenth of the duration`(
    sample: SampleVideo, format: PictureFormat, codec: String, duration: Int, brightness: Int
  ) throws {
    let picture = try Self.poster(of: sample.bytes)
    #expect(picture.bitmap.size == PixelSize(width: 24, height: 18))
    #expect(abs(Int(picture.bitmap[12, 9].green) - brightness) <= 3)
    #expect(picture.info.isMoving && picture.info.isComplete && picture.info.duration == duration)
    #expect(picture.info.size == PixelSize(width: 64, height: 48))
    let metadata = try Self.open(sample.bytes).metadata
    #expect(metadata.format == format && metadata.codec == codec)
    #expect(metadata.duration == duration && metadata.size == picture.info.size)
  }

  @Test func `a transport stream with one key frame, shown late, has a whole poster`() throws {
    let picture = try Self.poster(of: SampleVideo.delayed)
    #expect(abs(Int(picture.bitmap[12, 9].green) - 51) <= 4 && picture.info.isComplete)
  }

  @Test(
    arguments: [
      // Two frames a second, each ten levels brighter.
      (.webM, [1, 6, 11, 16, 19]), (.matroska, [1, 6, 11, 16, 19]), (.avi, [0, 1, 2, 3, 3]),
      (.quickTime, [0, 1, 2, 3, 3]),
    ] as [(SampleVideo, [Int])])
  func `the frame at a moment is shown, to the last one`(
    sample: SampleVideo, expected: [Int]
  ) throws {
    var film = try VideoFrames(Self.open(sample.bytes), in: Self.box) { _ in }
    let frames = try film.frames().frames.map(\.bitmap)
    for (moment, number) in zip([5, 25, 55, 80, 95], expected) {
      let picture = try Self.poster(of: sample.bytes, at: moment)
      let levels = frames.map { abs(Int($0[12, 9].green) - Int(picture.bitmap[12, 9].green)) }
      let nearest = try #require(levels.indices.min { levels[$0] < levels[$1] })
      #expect(abs(nearest - number) <= 1, "\(moment) %: \(nearest)")
    }
  }

  @Test func `the display matrix turns poster, region and frames`() throws {
    let picture = try Self.poster(of: SampleVideo.mp4.bytes, in: PixelSize(width: 48, height: 64))
    func fields(_ bitmap: Bitmap) -> [Int] {
      let (width, height) = (bitmap.size.width, bitmap.size.height)
      return [(1, 1), (3, 1), (1, 3), (3, 3)].map {
        Int(bitmap[width * $0.0 / 4, height * $0.1 / 4].green)
      }
    }
    func isAsExpected(_ found: [Int], _ expected: [Int]) -> Bool {
      zip(found, expected).allSatisfy { abs($0 - $1) <= 6 }
    }
    #expect(picture.bitmap.size == PixelSize(width: 48, height: 64))
    #expect(isAsExpected(fields(picture.bitmap), [238, 238, 28, 121]))
    #expect(picture.info.size == PixelSize(width: 48, height: 64))
    #expect(picture.info.orientation == .leftBottom)
    let region = PixelRect(x: 0, y: 32, width: 48, height: 32)
    let part = try Self.poster(
      of: SampleVideo.mp4.bytes, in: PixelSize(width: 40, height: 40), region: region)
    #expect(part.region == region && isAsExpected(fields(part.bitmap), [28, 121, 28, 121]))
    var frames = try VideoFrames(Self.open(SampleVideo.mp4.bytes), in: Self.box) { _ in }
    #expect(frames.start.frameSize == PixelSize(width: 18, height: 24))
    let first = try #require(try frames.next())
    #expect(isAsExpected(fields(first.bitmap), [238, 238, 5, 121]))
  }

  @Test func `the date of the container is in UTC`() throws {
    let date = try #require(try Self.open(SampleVideo.mp4.bytes).metadata.captureDate)
    #expect(date.iso8601 == "2024-05-17T12:03:59+00:00")
  }

  @Test(arguments: SampleVideo.allCases)
  func `all frames are played once, in the times of the file`(sample: SampleVideo) throws {
    var video = try VideoFrames(Self.open(sample.bytes), in: Self.box) { _ in }
    #expect(video.start.playCount == 1)
    let (frames, isComplete) = try video.frames()
    #expect(isComplete && [4, 20].contains(frames.count))
    #expect(frames.dropLast().allSatisfy { $0.delay == .milliseconds(500) })
    let brightness = frames.map { $0.bitmap[3, $0.bitmap.size.height - 3].green }
    #expect(brightness == brightness.sorted() && Set(brightness).count == frames.count)
  }

  @Test func `a file with sound alone has no video`() {
    #expect(throws: PictureError.noVideo) { try Self.poster(of: SampleVideo.sound) }
    #expect("\(PictureError.noVideo)" == "no video in this file")
  }

  @Test(arguments: SampleVideo.allCases)
  func `a file that was cut anywhere has a poster or a reason`(sample: SampleVideo) {
    let bytes = sample.bytes
    for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 60)) {
      do throws(PictureError) {
        let picture = try Self.poster(of: Array(bytes.prefix(length)))
        #expect(picture.bitmap.size.area > 0)
      } catch {
        let others: [PictureError] = [.outOfMemory, .noThumbnail, .unsupported("codec")]
        #expect(!others.contains(error), "\(length): \(error)")
      }
    }
  }

  @Test func `an MP4 without the index at its end is damaged`() throws {
    let bytes = SampleVideo.mp4.bytes
    let index = try Self.place(of: "moov", in: bytes)
    #expect(throws: PictureError.damaged) { try Self.poster(of: Array(bytes.prefix(index - 4))) }
  }

  @Test func `a file that lies about its duration has a poster`() throws {
    var bytes = SampleVideo.mp4.bytes
    for box in ["mvhd", "tkhd", "mdhd"] {
      let place = try Self.place(of: box, in: bytes)
      // In version 0 behind the times and the scale, or the number of the track and four bytes.
      let offset = box == "tkhd" ? 24 : 20
      bytes.replaceSubrange(place + offset..<place + offset + 4, with: [0xFF, 0xFF, 0xFF, 0xFE])
    }
    let lying = try Self.poster(of: bytes)
    #expect(lying.info.duration.map { $0 <= Int(Int32.max) } ?? true)
    #expect(lying.bitmap.size == PixelSize(width: 18, height: 24))
  }

  @Test func `ten billion pixels are too many`() throws {
    var bytes = SampleVideo.avi.bytes
    // Width and height in the header of the bitmap.
    let place = try Self.place(of: "strf", in: bytes) + 12
    bytes.replaceSubrange(place..<place + 8, with: [0xA0, 0x86, 1, 0, 0xA0, 0x86, 1, 0])
    let size = PixelSize(width: 100_000, height: 100_000)
    #expect(throws: PictureError.tooManyPixels(size)) { try Self.poster(of: bytes) }
  }
}
