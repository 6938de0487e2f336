import DecoderProtocol
import Imaging
import PictureSamples
import Synchronization
import Testing

@testable import DecoderVips

extension VipsTests {
  @Suite struct CodecLimitTests {
    private let size = PixelSize(width: 64, height: 64)
    /// Is coded in whole blocks, and cropped after decoding.
    private let odd = PixelSize(width: 63, height: 47)

    private func file(_ suffix: String, _ size: PixelSize) -> [UInt8] {
      SampleVips(SamplePictures.noise(size)).encoded(suffix)
    }

    private func announcedSizes(of file: [UInt8]) throws -> [PixelSize] {
      let sizes = Announced()
      _ = try VipsDecoder(box: size) { size in sizes.all.withLock { $0.append(size) } }.decode(file)
      return sizes.all.withLock { $0 }
    }

    @Test(arguments: [".avif", ".heic[compression=hevc]"])
    func `an image of too many coded pixels is refused even if few are displayed`(suffix: String) {
      var file = file(suffix, odd)
      let name = Array("ispe".utf8)
      for start in file.indices where file[start...].starts(with: name) {
        // The name is followed by a version and flags, then the sides: 20000 and 6000.
        file.replaceSubrange(start + 8..<start + 16, with: [0, 0, 0x4E, 0x20, 0, 0, 0x17, 0x70])
      }
      let tooLarge = PictureError.tooManyPixels(PixelSize(width: 20_000, height: 6000))
      #expect(throws: tooLarge) { try VipsDecoder(box: size).decode(file) }
    }

    /// Messages of libheif 1.15 and 1.19 about images beyond their limits and missing memory.
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
    func `messages about limits of a codec are mapped to their errors`(
      text: String, reason: PictureError
    ) {
      #expect(VipsFailure.reason(in: "heif: Memory allocation error: \(text) (6.1000)\n") == reason)
    }

    @Test(arguments: [
      ".avif", ".heic[compression=hevc]", ".webp", ".gif", ".tif", ".jxl[lossless]",
      ".jp2[lossless]",
    ])
    func `the size of an image is announced before it is decoded`(suffix: String) throws {
      let told = try announcedSizes(of: file(suffix, size))
      #expect(!told.isEmpty && told.allSatisfy { $0 == size })
    }

    @Test func `the announced size of a cropped image is that of all decoded pixels`() throws {
      let told = try #require(try announcedSizes(of: file(".heic[compression=hevc]", odd)).first)
      #expect(told.width > odd.width && told.height > odd.height)
    }

    @Test(arguments: [".avif", ".heic[compression=hevc]"])
    func `a file that ends inside its metadata boxes is truncated`(suffix: String) throws {
      let whole = file(suffix, size)
      let meta = try #require(whole.indices.first { whole[$0...].starts(with: "meta".utf8) }) - 4
      let pixels: [UInt8] = [0, 0, 0x10, 0] + Array("mdat".utf8) + [1, 2, 3]
      for file in [whole.prefix(20), whole.prefix(meta + 20), whole.prefix(meta) + pixels] {
        #expect(throws: PictureError.truncated) { try VipsDecoder(box: size).decode(Array(file)) }
      }
    }

    private final class Announced: Sendable {
      let all = Mutex<[PixelSize]>([])
    }
  }
}
