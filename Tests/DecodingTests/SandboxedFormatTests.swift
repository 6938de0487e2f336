import Decoding
import Imaging
import PictureSamples
import Testing

/// Each kind of picture is decoded by the real decoders, inside their sandbox.
@Suite("Kinds of pictures in the sandbox", .timeLimit(.minutes(2)))
struct SandboxedFormatTests {
  private let decoder = DecoderClient(programs: .installed())
  private let size = PixelSize(width: 203, height: 157)

  private func decode(_ bytes: [UInt8]) async throws -> DecodedImage {
    try await decoder.decode(
      .bytes(bytes), for: DecodingRequest(box: PixelSize(width: 100, height: 100)))
  }

  @Test(arguments: [
    ".tif", ".tif[compression=jpeg]", ".webp", ".webp[lossless]", ".jxl[lossless]",
    ".jp2[lossless]", ".gif", ".avif", ".heic[compression=hevc]", ".png", ".jpg",
  ])
  func `a picture is decoded`(suffix: String) async throws {
    let image = try await decode(SampleVips(SamplePictures.noise(size)).encoded(suffix))
    #expect(image.pictureSize == size)
    #expect(image.bitmap.size == PixelSize(width: 100, height: 77))
    #expect(image.isComplete)
  }

  @Test func `lossless kinds agree to the pixel across both decoders`() async throws {
    let sample = SampleVips(SamplePictures.noise(size))
    let expected = try await decode(sample.encoded(".png")).bitmap
    for suffix in [".tif", ".webp[lossless]", ".jxl[lossless]", ".jp2[lossless]"] {
      #expect(try await decode(sample.encoded(suffix)).bitmap == expected, "\(suffix)")
    }
  }

  @Test func `a drawing is drawn as large as the box`() async throws {
    let drawing = """
      <svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">\
      <rect width="20" height="10" fill="#ff0000"/></svg>
      """
    let image = try await decode(Array(drawing.utf8))
    #expect(
      image.bitmap == Bitmap(size: PixelSize(width: 100, height: 50), filledWith: RGB(255, 0, 0)))
  }
}
