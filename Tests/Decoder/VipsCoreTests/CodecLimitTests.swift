import DecoderCore
import DecoderMessages
import Imaging
import PictureSamples
import Synchronization
import Testing

@testable import VipsCore

extension VipsTests {
  @Suite struct CodecLimitTests {
    private let size = PixelSize(width: 64, height: 48)

    private func file(_ suffix: String) -> [UInt8] {
      SampleVips(SamplePictures.noise(size)).encoded(suffix)
    }

    @Test(arguments: [".avif", ".heic[compression=hevc]"])
    func `a picture that libheif refuses for its size is too large`(suffix: String) {
      var file = file(suffix)
      let name = Array("ispe".utf8)
      for start in file.indices where file[start...].starts(with: name) {
        // Behind the name come a version and flags, then the sides: 20000 and 4000.
        file.replaceSubrange(start + 8..<start + 16, with: [0, 0, 0x4E, 0x20, 0, 0, 0x0F, 0xA0])
      }
      let tooLarge = PictureError.tooManyPixels(PixelSize(width: 20_000, height: 4000))
      #expect(throws: tooLarge) { try VipsDecoder(box: size).decode(file) }
    }

    @Test(arguments: [
      ".avif", ".heic[compression=hevc]", ".webp", ".gif", ".tif", ".jxl[lossless]",
      ".jp2[lossless]",
    ])
    func `the size of a picture is told before it is decoded`(suffix: String) throws {
      let sizes = Told()
      _ = try VipsDecoder(box: size) { size in sizes.all.withLock { $0.append(size) } }
        .decode(file(suffix))
      let told = sizes.all.withLock { $0 }
      #expect(!told.isEmpty && told.allSatisfy { $0 == size })
    }

    @Test(arguments: [".avif", ".heic[compression=hevc]"])
    func `a file that ends before its description does is truncated`(suffix: String) throws {
      let whole = file(suffix)
      let meta = try #require(whole.indices.first { whole[$0...].starts(with: "meta".utf8) }) - 4
      let pixels: [UInt8] = [0, 0, 0x10, 0] + Array("mdat".utf8) + [1, 2, 3]
      for file in [whole.prefix(20), whole.prefix(meta + 20), whole.prefix(meta) + pixels] {
        #expect(throws: PictureError.truncated) { try VipsDecoder(box: size).decode(Array(file)) }
      }
    }

    private final class Told: Sendable {
      let all = Mutex<[PixelSize]>([])
    }
  }
}
