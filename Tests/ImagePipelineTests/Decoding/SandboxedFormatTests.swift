import DecoderProtocol
import ImagePipeline
import Imaging
import PictureSamples
import TestSupport
import Testing

/// Each image format is decoded by the real decoders, inside their sandbox.
@Suite("Image formats in the sandbox", .integration, .timeLimit(.minutes(30)))
struct SandboxedFormatTests {
  private let decoder = DecoderClient(programs: .installed())
  private let size = PixelSize(width: 203, height: 157)

  private func decode(_ bytes: [UInt8]) async throws -> LoadedBitmap {
    try await decoder.decode(
      .bytes(bytes), for: DecodingRequest(box: PixelSize(width: 100, height: 100)))
  }

  @Test(arguments: [
    ".tif", ".tif[compression=jpeg]", ".webp", ".webp[lossless]", ".jxl[lossless]",
    ".jp2[lossless]", ".jp2[subsample-mode=on]", ".gif", ".avif", ".heic[compression=hevc]", ".png",
    ".jpg",
  ])
  func `an image of each format is decoded`(suffix: String) async throws {
    let image = try await decode(SampleVips(SamplePictures.noise(size)).encoded(suffix))
    #expect(image.info.size == size)
    #expect(image.bitmap.size == PixelSize(width: 100, height: 77))
    #expect(image.info.isComplete)
  }

  @Test(arguments: [
    ".tif[tile]", ".webp[lossless]", ".jxl[lossless]", ".jp2[lossless]", ".gif", ".avif", ".heic",
    ".png", ".jpg",
  ])
  func `a region of each format equals the crop of the whole image`(suffix: String) async throws {
    let file = SampleVips(SamplePictures.noise(size)).encoded(suffix)
    let region = PixelRect(x: 37, y: 53, width: 71, height: 59)
    let all = try await decoder.decode(.bytes(file), for: DecodingRequest(box: size))
    let image = try await decoder.decode(
      .bytes(file), for: DecodingRequest(box: region.size, region: region))
    #expect(image.region == region && image.bitmap == all.bitmap.cropped(to: region))
    #expect(image.info == all.info && image.info.isComplete)
  }

  @Test func `lossless formats give equal pixels across both decoders`() async throws {
    let sample = SampleVips(SamplePictures.noise(size))
    let expected = try await decode(sample.encoded(".png")).bitmap
    for suffix in [".tif", ".webp[lossless]", ".jxl[lossless]", ".jp2[lossless]"] {
      #expect(try await decode(sample.encoded(suffix)).bitmap == expected, "\(suffix)")
    }
  }

  /// Fonts are files, which no child can open: a letter of a font that is not open yet is drawn as a
  /// box with its number, and all such boxes are equally dark.
  @Test(arguments: [
    "font-family='sans-serif'", "font-family='serif' font-weight='bold'",
    "font-family='monospace' font-style='italic'", "", "font-weight='bold' font-style='italic'",
    "font-family='Arial'", "font-family='Helvetica'", "font-family='Times New Roman'",
    "font-family='Courier'", "font-family='Georgia' font-style='italic'", "font-family='Verdana'",
    "font-family='Nobody'", "font-family='Symbol, cursive' font-weight='bold'",
  ])
  func `text of an SVG is drawn with real letters`(style: String) async throws {
    let point = try await darkness(of: ".....", style: style)
    let letter = try await darkness(of: "MMMMM", style: style)
    #expect(point > 0 && point * 4 < letter)
  }

  private func darkness(of text: String, style: String) async throws -> Int {
    let drawing = """
      <svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">\
      <rect width="200" height="100" fill="#ffffff"/>\
      <text x="10" y="60" font-size="30" \(style)>\(text)</text></svg>
      """
    let bitmap = try await decode(Array(drawing.utf8)).bitmap
    return (0..<bitmap.size.height * bitmap.size.width)
      .map { 255 - Int(bitmap[$0 % bitmap.size.width, $0 / bitmap.size.width].red) }
      .reduce(0, +)
  }

  @Test func `an SVG with characters that no font has is drawn`() async throws {
    let drawing = """
      <svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">\
      <rect width="200" height="100" fill="#ffff00"/>\
      <text x="10" y="80" font-family="serif" font-size="20">Hello &#x5199;&#x771F;</text></svg>
      """
    let image = try await decode(Array(drawing.utf8))
    #expect(image.info.isComplete && image.info.size == PixelSize(width: 200, height: 100))
    #expect((0..<100).allSatisfy { image.bitmap[$0, 5] == RGB(255, 255, 0) })
  }

  @Test func `a JPEG with arithmetic coding is decoded`() async throws {
    let image = try await decode(SampleJPEG.arithmetic)
    #expect(image.info.isComplete && image.info.size == PixelSize(width: 16, height: 16))
    for x in 0..<16 {
      let color = image.bitmap[x, 8]
      #expect(color.squaredDistance(to: x < 8 ? RGB(220, 30, 30) : RGB(30, 40, 210)) < 3 * 8 * 8)
    }
  }

  @Test func `a 12-bit JPEG is refused as unsupported`() async throws {
    var file = SampleJPEG.encode(SamplePictures.fields(PixelSize(width: 16, height: 16)))
    let frame = try #require(
      file.indices.first { file[$0...].starts(with: [0xFF, 0xC0, 0, 17, 8]) })
    file[frame + 1] = 0xC1
    file[frame + 4] = 12
    await #expect(throws: DecodingError.refused(.unsupported("12-bit JPEG"))) {
      try await decode(file)
    }
  }

  @Test func `an SVG is drawn at the size of the box`() async throws {
    let drawing = """
      <svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">\
      <rect width="20" height="10" fill="#ff0000"/></svg>
      """
    let image = try await decode(Array(drawing.utf8))
    #expect(
      image.bitmap == Bitmap(size: PixelSize(width: 100, height: 50), filledWith: RGB(255, 0, 0)))
  }
}
