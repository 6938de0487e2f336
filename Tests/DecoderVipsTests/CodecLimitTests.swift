import DecoderProtocol
import Imaging
import PictureSamples
import Synchronization
import Testing

@testable import DecoderVips

extension VipsTests {
  @Suite struct CodecLimitTests {
    private let size = PixelSize(width: 64, height: 64)
    /// Is coded in whole blocks, and cropped when it is shown.
    private let odd = PixelSize(width: 63, height: 47)

    private func file(_ suffix: String, _ size: PixelSize) -> [UInt8] {
      SampleVips(SamplePictures.noise(size)).encoded(suffix)
    }

    private func sizesTold(of file: [UInt8]) throws -> [PixelSize] {
      let sizes = Told()
      _ = try VipsDecoder(box: size) { size in sizes.all.withLock { $0.append(size) } }.decode(file)
      return sizes.all.withLock { $0 }
    }

    @Test(arguments: [".avif", ".heic[compression=hevc]"])
    func `a picture of too many pixels is refused however few are shown`(suffix: String) {
      var file = file(suffix, odd)
      let name = Array("ispe".utf8)
      for start in file.indices where file[start...].starts(with: name) {
        // Behind the name come a version and flags, then the sides: 20000 and 6000.
        file.replaceSubrange(start + 8..<start + 16, with: [0, 0, 0x4E, 0x20, 0, 0, 0x17, 0x70])
      }
      let tooLarge = PictureError.tooManyPixels(PixelSize(width: 20_000, height: 6000))
      #expect(throws: tooLarge) { try VipsDecoder(box: size).decode(file) }
    }

    /// What libheif 1.15 and 1.19 say of pictures beyond their limits, and of memory they do not get.
    @Test(
      arguments: [
        (
          "Security limit exceeded: Image size 20000x4000 exceeds the maximum image size 16384x16384",
          .tooManyPixels(PixelSize(width: 20_000, height: 4000))
        ),
        (
          "Security limit exceeded: Image size 20000x20000 exceeds the maximum image size 268435456",
          .tooManyPixels(PixelSize(width: 20_000, height: 20_000))
        ),
        (
          "Security limit exceeded: Allocating 600000015 bytes exceeds the security limit of 5368709",
          .unsupported("beyond the codec's limits")
        ),
        ("Unspecified: Allocating 300000015 bytes failed", .outOfMemory),
      ] as [(String, PictureError)])
    func `a limit of a codec is told as what it is`(text: String, reason: PictureError) {
      #expect(VipsFailure.reason(in: "heif: Memory allocation error: \(text) (6.1000)\n") == reason)
    }

    @Test(arguments: [
      ".avif", ".heic[compression=hevc]", ".webp", ".gif", ".tif", ".jxl[lossless]",
      ".jp2[lossless]",
    ])
    func `the size of a picture is told before it is decoded`(suffix: String) throws {
      let told = try sizesTold(of: file(suffix, size))
      #expect(!told.isEmpty && told.allSatisfy { $0 == size })
    }

    @Test func `of a cropped picture the size of all that is decoded is told`() throws {
      let told = try #require(try sizesTold(of: file(".heic[compression=hevc]", odd)).first)
      #expect(told.width > odd.width && told.height > odd.height)
    }

    @Test(arguments: [".avif", ".heic[compression=hevc]"])
    func `a file that ends before its description does is truncated`(suffix: String) throws {
      let whole = file(suffix, size)
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
