import DecoderProtocol
import DecoderVips
import Imaging
import PictureSamples
import Testing

extension VipsTests {
  /// A truncated WebP gives its first rows.
  @Suite struct WebPBeginningTests {
    private static let size = PixelSize(width: 240, height: 180)
    private let box = PixelSize(width: 60, height: 45)

    private func file(_ suffix: String, _ profile: [UInt8]? = nil) -> [UInt8] {
      var sample = SampleVips(SamplePictures.noise(Self.size))
      sample.profile = profile
      return sample.encoded(suffix)
    }

    @Test(arguments: [".webp[Q=80]", ".webp[lossless]"], [0.5, 0.9, 0.99])
    func `the first rows of a truncated WebP equal those of the whole`(
      suffix: String, share: Double
    ) throws {
      let file = file(suffix, SampleProfile.displayP3())
      let whole = try VipsDecoder(box: box).decode(file)
      let part = try VipsDecoder(box: box)
        .decode(Array(file.prefix(Int(Double(file.count) * share))))
      #expect(whole.info.isComplete && !part.info.isComplete)
      #expect(part.info.size == Self.size && part.bitmap.size == box)
      // libwebp smooths the colours of a few rows less than it has.
      let count = Int(Double(box.height) * share * 0.6) * box.width * 4
      #expect(part.bitmap.bytes.prefix(count) == whole.bitmap.bytes.prefix(count))
      #expect(part.bitmap.bytes.last == 0)
    }

    @Test func `a WebP without a complete row is truncated`() {
      let file = file(".webp")
      #expect(throws: PictureError.truncated) {
        try VipsDecoder(box: box).decode(Array(file.prefix(60)))
      }
    }

    @Test func `a damaged WebP of full length is damaged, not truncated`() throws {
      var file = file(".webp")
      let chunk = try #require(file.indices.first { file[$0...].starts(with: Array("VP8 ".utf8)) })
      // The start code of a frame (RFC 6386, section 9.1).
      for index in 11..<14 { file[chunk + index] = 0xFF }
      #expect(throws: PictureError.damaged) { try VipsDecoder(box: box).decode(file) }
    }

    @Test func `only complete chunks of a truncated RIFF file are found`() {
      let chunk = Array("ICCP".utf8) + [3, 0, 0, 0, 7, 8, 9, 0] + Array("VP8 ".utf8)
      let content = Array("WEBP".utf8) + chunk + [9, 0, 0, 0, 1]
      let file = Array("RIFF".utf8) + [100, 0, 0, 0] + content
      let chunks = RIFFChunks(ByteView(file))
      #expect(chunks.isCutShort)
      #expect(chunks.data("ICCP").map(Array.init) == [7, 8, 9])
      #expect(chunks.data("VP8 ") == nil)
      for count in file.indices {
        #expect(RIFFChunks(ByteView(file.prefix(count))).isCutShort)
      }
      let whole = Array("RIFF".utf8) + [UInt8(content.count), 0, 0, 0] + content
      #expect(!RIFFChunks(ByteView(whole)).isCutShort)
    }
  }
}
