import Decoding
import Imaging
import PictureSamples
import Testing

/// Every hostile file, given to the real decoders in their sandbox, costs no more than its cell.
@Suite("Hostile files", .serialized, .timeLimit(.minutes(5)))
struct HostilePictureTests {
  private static let box = PixelSize(width: 80, height: 60)

  /// What a busy machine may take beside the limit.
  private static let patience = Duration.seconds(2)
  /// Long enough that only the processor time which a child may take ends it, however busy the
  /// machine is.
  private static let longLimit = Duration.seconds(60)
  /// The memory that a child may have, in bytes (`CSandbox/sandbox.c`).
  private static let memoryLimit = 1 << 30

  @Test(arguments: HostilePicture.all.filter { $0.outcome != .late })
  func `a hostile file comes to what it must within its limits, and the next one is unharmed`(
    hostile: HostilePicture
  ) async throws {
    let decoder = DecoderClient(programs: .installed(), limit: Self.longLimit)
    let report = await decoder.report(on: .bytes(hostile.bytes), for: request)
    #expect(outcome(of: report) == hostile.outcome)
    #expect(report.peakMemory < Self.memoryLimit)
    let harmless = SampleVips(SamplePictures.noise(Self.box)).encoded(".webp[lossless]")
    #expect(outcome(of: await decoder.report(on: .bytes(harmless), for: request)) == .picture)
  }

  @Test(arguments: HostilePicture.all.filter { $0.outcome == .late })
  func `what takes for ever is ended at the limit`(hostile: HostilePicture) async {
    let limit = Duration.seconds(1)
    let decoder = DecoderClient(programs: .installed(), limit: limit)
    let report = await decoder.report(on: .bytes(hostile.bytes), for: request)
    #expect(outcome(of: report) == .late)
    #expect(report.duration < limit + Self.patience)
  }

  private let request = DecodingRequest(box: Self.box)

  private func outcome(of report: DecodingReport) -> HostilePicture.Outcome? {
    switch report.result {
    case .success(let image):
      let size = image.bitmap.size
      guard size.width <= Self.box.width, size.height <= Self.box.height else { return nil }
      return image.isComplete ? .picture : .partOfPicture
    case .failure(let error): return HostilePicture.Outcome(error)
    }
  }
}

extension HostilePicture.Outcome {
  fileprivate init?(_ error: DecodingError) {
    switch error {
    case .notAnImage: self = .notAnImage
    case .truncated: self = .truncated
    case .damaged: self = .damaged
    case .tooManyPixels: self = .tooLarge
    case .tookTooLong: self = .late
    default: return nil
    }
  }
}
