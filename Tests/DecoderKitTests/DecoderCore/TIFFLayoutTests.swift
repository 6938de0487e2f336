import DecoderKit
import DecoderProtocol
import Imaging
import PictureSamples
import Testing

@Suite("Layouts of TIFFs") struct TIFFLayoutTests {
  private static let (bits, samples, tileWidth, tileHeight) = (0x102, 0x115, 0x142, 0x143)

  /// A file that claims one tile in gray; some numbers are replaced. Those below zero are signed.
  private func file(_ replaced: [Int: Int] = [:]) -> [UInt8] {
    let usual = [
      0x100: 64, 0x101: 64, Self.bits: 8, 0x103: 1, 0x106: 1, Self.samples: 1,
      Self.tileWidth: 64, Self.tileHeight: 64, 0x144: 8, 0x145: 4096,
    ]
    var file = SampleTIFF()
    for (tag, number) in usual.merging(replaced, uniquingKeysWith: { _, new in new }) {
      file.add(tag, type: number < 0 ? 9 : 4, count: 1, field: number)
    }
    return file.encoded()
  }

  @Test func `the largest tiles and the most samples are accepted`() throws {
    let side = 1 << 20
    let largest = [Self.tileWidth: side, Self.tileHeight: side, Self.samples: 65_535]
    for file in [file(), file(largest)] {
      let layout = try TIFFLayout(pictureOf: file)
      #expect(layout.size == PixelSize(width: 64, height: 64) && layout.isCut)
    }
  }

  @Test(arguments: [(-16, -16), (-16, 64), (64, -16), (1 << 20 + 1, 64), (64, 1 << 20 + 1)])
  func `impossible sides of tiles are damage`(width: Int, height: Int) {
    #expect(throws: PictureError.damaged) {
      try TIFFLayout(pictureOf: file([Self.tileWidth: width, Self.tileHeight: height]))
    }
  }

  @Test(arguments: [-1, 65_536, 0xFFFF_FFFF])
  func `an impossible number of samples per pixel is damage`(count: Int) {
    #expect(throws: PictureError.damaged) {
      try TIFFLayout(pictureOf: file([Self.samples: count]))
    }
  }

  @Test func `samples of less than zero bits are damage`() {
    #expect(throws: PictureError.damaged) { try TIFFLayout(pictureOf: file([Self.bits: -8])) }
  }
}
