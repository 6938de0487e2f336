import DecoderKit
import Imaging
import PictureSamples
import Testing

@Suite struct EmbeddedJPEGTests {
  private static let large = SampleJPEG.encode(
    SamplePictures.fields(PixelSize(width: 96, height: 64)))
  private static let small = SampleJPEG.encode(
    SamplePictures.fields(PixelSize(width: 32, height: 16)))
  private static let noise = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 197 >> 3) }

  private static let files: [([UInt8], [Int])] = [
    ([], []), (noise, []), ([0xFF, 0xD8], []), ([0xFF, 0xD8, 0xFF], []),
    (Array(large.prefix(100)), []),
    (large, [0]),
    ([noise, large, noise].flatMap(\.self), [5000]),
    ([small, noise, large].flatMap(\.self), [small.count + 5000, 0]),
    ([large, small].flatMap(\.self), [0, large.count]),
  ]

  @Test(arguments: files)
  func `decodable JPEGs are found, the largest first`(file: [UInt8], starts: [Int]) {
    #expect(EmbeddedJPEG.all(in: file).map(\.start) == starts)
  }

  @Test func `a lossless JPEG is not found, for it is raw data`() throws {
    var file = Self.large
    let frame = try #require(
      file.indices.first { file[$0...].starts(with: [0xFF, 0xC0, 0, 17, 8]) })
    file[frame + 1] = 0xC3
    #expect(EmbeddedJPEG.all(in: file).isEmpty)
  }

  @Test func `an accidental signature does not hide a later JPEG`() {
    let chance: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF]
    let file = chance + Self.noise + Self.large
    let found = EmbeddedJPEG.all(in: file)
    #expect(found.contains { $0.start == 6 + Self.noise.count && $0.size.width == 96 })
  }

  @Test func `a file of only signatures is searched to its end`() {
    let file = Array(repeating: [0xFF, 0xD8, 0xFF, 0xE1] as [UInt8], count: 100_000).flatMap(\.self)
    #expect(EmbeddedJPEG.all(in: file).isEmpty)
  }
}
