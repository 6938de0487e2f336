import DecoderKit
import Imaging
import PictureSamples
import Testing

extension VipsTests {
  @Suite struct WebPHeaderTests {
    @Test(arguments: [".webp", ".webp[lossless]"], [SampleVips.Channels.rgb, .rgba])
    func `the size is read from the first chunk`(suffix: String, channels: SampleVips.Channels) {
      let size = PixelSize(width: 203, height: 157)
      let bytes = (0..<size.area * channels.rawValue).map { UInt8(truncatingIfNeeded: $0) }
      let file = SampleVips(size, channels, bytes: bytes).encoded(suffix)
      #expect(WebPHeader(file)?.size == size)
    }

    @Test func `a file that is too short has no size`() {
      let file = SampleVips(SamplePictures.noise(PixelSize(width: 9, height: 5))).encoded(".webp")
      for length in 0..<30 { #expect(WebPHeader(Array(file.prefix(length))) == nil) }
    }
  }
}
