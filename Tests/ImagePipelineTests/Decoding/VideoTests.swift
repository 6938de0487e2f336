import Base
import Catalogs
import DecoderProtocol
import Glibc
import ImagePipeline
import Imaging
import PictureSamples
import TestSupport
import Testing

@Suite("Videos in the sandbox", .integration, .timeLimit(.minutes(30))) struct VideoTests {
  private let client = DecoderClient(programs: .installed())
  private let folder = TemporaryFolder()
  private let request = DecodingRequest(box: PixelSize(width: 32, height: 32))

  @Test(arguments: SampleVideo.allCases)
  func `poster, frames and facts come from a sandboxed child`(sample: SampleVideo) async throws {
    let source = ImageSource.bytes(sample.bytes)
    let poster = try await client.decode(source, for: request)
    #expect(poster.info.isMoving && poster.info.format?.isVideo == true)
    let facts = try await #require(client.metadata(of: [source], scope: .index).first).get()
    #expect(facts.duration == poster.info.duration && facts.codec != nil)
    #expect(facts.size == poster.info.size && facts.format == poster.info.format)
    let wanted = try #require(CancellationSignal())
    let stream = try client.frames(of: source, in: request.box, unless: wanted)
    var count = 0
    while try stream.next(unless: wanted) != nil { count += 1 }
    #expect(stream.isComplete && [4, 20].contains(count))
  }

  @Test func `frames of ten moments differ from each other, and are no thumbnails`() async throws {
    let path = folder.write(SampleVideo.webM.bytes, as: "a.webm")
    let loader = FileBitmapLoader(decoder: client)
    var levels: [UInt8] = []
    for moment in ImageRequest.moments {
      var request = request
      request.moment = moment
      let photo = Photo(path: ByteString(path))
      levels.append(
        try await loader.bitmap(of: photo, for: request) { _ in }.bitmap[9, 9].green)
    }
    #expect(levels == levels.sorted() && Set(levels).count == 10)
  }

  @Test(arguments: SampleMotionPhoto.allCases.filter { $0 != .box })
  func `a motion photo is a photo that says it moves, and its frames are its video's`(
    sample: SampleMotionPhoto
  ) async throws {
    let source = ImageSource.bytes(sample.bytes)
    let photo = try await client.decode(source, for: request)
    #expect(photo.info.isMotionPhoto && photo.info.size == PixelSize(width: 60, height: 40))
    let wanted = try #require(CancellationSignal())
    let stream = try client.frames(of: source, in: request.box, unless: wanted)
    #expect(stream.start.size == PixelSize(width: 48, height: 64) && stream.start.playCount == 1)
    var count = 0
    while try stream.next(unless: wanted) != nil { count += 1 }
    #expect(stream.isComplete && count == 20)
    let other = ImageSource.bytes(SampleMotionPhoto.photo())
    #expect(try await !client.decode(other, for: request).info.isMoving)
    #expect(throws: DecodingError.refused(.notAnImage)) {
      try client.frames(of: other, in: request.box, unless: wanted)
    }
  }

  @Test func `the libraries that the decoder loads are found, so that folders list videos`() {
    #expect(VideoLibraries.areInstalled)
  }

  @Test func `the date in UTC becomes that of this system's clock`() async throws {
    let source = ImageSource.bytes(SampleVideo.mp4.bytes)
    let date = try await #require(client.decode(source, for: request).info.captureDate)
    let facts = try await #require(client.metadata(of: [source]).first).get()
    #expect(facts.captureDate == date)
    let offset = Int64(try #require(date.utcOffset)) * 60_000
    #expect(date.wallMilliseconds - offset == 1_715_947_439_000)
  }

  @Test func `facts of many videos among photos are in order`() async throws {
    let sources: [ImageSource] = (0..<30).map {
      .bytes(
        $0 % 3 == 0 ? SampleMetadata.whole.jpeg : $0 % 3 == 1 ? SampleVideo.webM.bytes : [1, 2])
    }
    let results = await client.metadata(of: sources)
    for (index, result) in results.enumerated() {
      switch index % 3 {
      case 0: #expect(try result.get().format == .jpeg)
      case 1: #expect(try result.get().duration == 10_000)
      default: #expect(result == .failure(.refused(.notAnImage)))
      }
    }
  }

  @Test func `of a huge video only what is needed is read`() async throws {
    let path = folder.write(SampleVideo.mp4.bytes, as: "a.mp4")
    try #require(unsafe truncate(path, 40_000_000_000) == 0)
    let report = await client.report(on: .file(Array(path.utf8)), for: request)
    #expect(try report.result.get().info.duration == 10_000)
    #expect(report.peakMemory < 200_000_000)
    let photo = folder.write(SampleMetadata.whole.jpeg, as: "a.jpg")
    try #require(unsafe truncate(photo, 600_000_000) == 0)
    await #expect(throws: DecodingError.fileTooLarge(byteCount: 600_000_000)) {
      try await client.decode(.file(Array(photo.utf8)), for: request)
    }
  }

  @Test func `a file without a video has a reason`() async {
    await #expect(throws: DecodingError.refused(.noVideo)) {
      try await client.decode(.bytes(SampleVideo.sound), for: request)
    }
  }

  @Test(arguments: SampleVideo.allCases)
  func `a file changed at random has a poster or a reason`(sample: SampleVideo) async {
    var random = SplitMix64(seed: 7)
    for _ in 0..<20 {
      var bytes = sample.bytes
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      switch await client.report(on: .bytes(bytes), for: request).result {
      case .success(let poster): #expect(poster.bitmap.size.area > 0)
      case .failure(let error):
        #expect(![.wrongAnswer, .decoderUnavailable].contains(error), "\(error)")
      }
    }
  }
}
