import DecoderProtocol
import ImagePipeline
import Imaging
import PictureSamples
import TestSupport
import Testing

/// Every hostile file, given to the real decoders in their sandbox, affects only its own image.
@Suite("Hostile files", .integration, .serialized, .timeLimit(.minutes(30)))
struct HostilePictureTests {
  private static let box = PixelSize(width: 80, height: 60)

  /// Long enough that only the processor time which a child may take ends it, however busy the
  /// machine is.
  private static let longLimit = Duration.seconds(60)

  /// Files that a library itself rejects only after seconds, too many on a slow machine.
  private static let slow = ["svg-use-bomb.svg"]

  @Test(arguments: HostilePicture.all.filter { $0.outcome != .late })
  func `a hostile file has its expected outcome and does not affect the next file`(
    hostile: HostilePicture
  ) async throws {
    let decoder = DecoderClient(programs: .installed(), limit: Self.longLimit)
    let report = await decoder.report(on: .bytes(hostile.bytes), for: request)
    let outcome = self.outcome(of: report)
    #expect(outcome == hostile.outcome || (outcome == .late && Self.slow.contains(hostile.name)))
    #expect(report.peakMemory < DecodingAllowance.most.memory)
    let harmless = SampleVips(SamplePictures.noise(Self.box)).encoded(".webp[lossless]")
    let next = await decoder.report(on: .bytes(harmless), for: request)
    #expect(self.outcome(of: next) == .picture)
  }

  @Test(arguments: HostilePicture.all.filter { $0.outcome == .late })
  func `a file that decodes endlessly is ended when its processor time is used up`(
    hostile: HostilePicture
  ) async {
    let decoder = DecoderClient(programs: .installed(), limit: Self.longLimit)
    let report = await decoder.report(on: .bytes(hostile.bytes), for: request)
    guard case .failure(.tookTooLong(let time)) = report.result else {
      Issue.record("it is not ended")
      return
    }
    #expect(time <= .seconds(DecodingAllowance.most.processorSeconds))
  }

  private let request = DecodingRequest(box: Self.box)

  private func outcome(of report: DecodingReport) -> HostilePicture.Outcome? {
    switch report.result {
    case .success(let image):
      let size = image.bitmap.size
      guard size.width <= Self.box.width, size.height <= Self.box.height else { return nil }
      return image.info.isComplete ? .picture : .partOfPicture
    case .failure(let error): return HostilePicture.Outcome(error)
    }
  }
}

extension HostilePicture.Outcome {
  fileprivate init?(_ error: DecodingError) {
    switch error {
    case .refused(.notAnImage), .refused(.empty): self = .notAnImage
    case .refused(.truncated): self = .truncated
    case .refused(.damaged): self = .damaged
    case .refused(.tooManyPixels): self = .tooLarge
    case .tookTooLong: self = .late
    default: return nil
    }
  }
}
