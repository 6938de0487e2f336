import Decoding
import Imaging
import PictureSamples
import Testing

/// Every hostile file, given to the real decoders in their sandbox, costs no more than its cell.
@Suite("Hostile files", .serialized, .timeLimit(.minutes(5)))
struct HostilePictureTests {
  private static let box = PixelSize(width: 80, height: 60)

  @Test(arguments: HostilePicture.all.filter { $0.outcome != .late })
  func `a hostile file comes to what it must, and the next one is unharmed`(
    hostile: HostilePicture
  ) async throws {
    let decoder = DecoderClient(programs: .installed())
    #expect(await outcome(of: hostile.bytes, decoder) == hostile.outcome)
    let harmless = SampleVips(SamplePictures.noise(Self.box)).encoded(".webp[lossless]")
    #expect(await outcome(of: harmless, decoder) == .picture)
  }

  @Test(arguments: HostilePicture.all.filter { $0.outcome == .late })
  func `what takes for ever is ended at the limit`(hostile: HostilePicture) async {
    let decoder = DecoderClient(programs: .installed(), limit: .seconds(1))
    #expect(await outcome(of: hostile.bytes, decoder) == .late)
  }

  private func outcome(
    of bytes: [UInt8], _ decoder: DecoderClient
  ) async -> HostilePicture.Outcome? {
    do throws(DecodingError) {
      let image = try await decoder.decode(.bytes(bytes), for: DecodingRequest(box: Self.box))
      let size = image.bitmap.size
      guard size.width <= Self.box.width, size.height <= Self.box.height else { return nil }
      return image.isComplete ? .picture : .partOfPicture
    } catch {
      return HostilePicture.Outcome(error)
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
