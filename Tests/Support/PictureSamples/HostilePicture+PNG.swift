import CSpng
import Imaging

extension HostilePicture {
  private static let small = SamplePictures.fields(PixelSize(width: 8, height: 8))
  /// The end of the first chunk, in bytes.
  private static let headerEnd = 33

  static let pngs = [
    HostilePicture("png-bomb-50000x50000-gray8.png", .tooLarge) {
      claiming(50_000, 50_000, unpackedLength: 64 << 20)
    },
    HostilePicture("png-bomb-30000x30000.png", .tooLarge) {
      claiming(30_000, 30_000, unpackedLength: 64 << 20)
    },
    HostilePicture("png-lies-2147483647.png", .tooLarge) {
      claiming(2_147_483_647, 2_147_483_647, unpackedLength: 0)
    },
    HostilePicture("png-zero-dim.png", .damaged) { claiming(0, 0, unpackedLength: 0) },
    HostilePicture("png-wide-10000000x1.png", .tooLarge) {
      claiming(10_000_000, 1, unpackedLength: 10_000_001)
    },
    HostilePicture("png-tall-1x10000000.png", .tooLarge) {
      claiming(1, 10_000_000, unpackedLength: 20_000_000)
    },
    HostilePicture("png-ztxt-bomb.png", .picture) {
      with(SamplePNG.chunk("zTXt", Array("Comment\0\0".utf8) + zeros(200 << 20)))
    },
    HostilePicture("png-iccp-bomb.png", .picture) {
      with(SamplePNG.chunk("iCCP", Array("x\0\0".utf8) + zeros(100 << 20)))
    },
    HostilePicture("png-icc-garbage.png", .picture) {
      let garbage = SamplePNG.deflated(Array(repeating: 0xFF, count: 4096))
      return with(SamplePNG.chunk("iCCP", Array("x\0\0".utf8) + garbage))
    },
    HostilePicture("png-text-escape.png", .picture) {
      with(SamplePNG.chunk("tEXt", Array("Title\0\u{1B}]0;taken\u{7}\u{1B}[2J\n\r\u{8}x".utf8)))
    },
    HostilePicture("png-200000-chunks.png", .picture) {
      let chunk = SamplePNG.chunk("tEXt", Array("k\0v".utf8))
      return with(chunk.repeated(200_000))
    },
    HostilePicture("png-16bit.png", .picture) { wide() },
    HostilePicture("png-named.jpg", .picture) { wide() },
    HostilePicture("png-truncated.png", .partOfPicture) {
      SamplePNG.encode(SamplePictures.noise(PixelSize(width: 200, height: 200))).dropLast(20_000)
    },
  ]

  private static func with(_ chunk: [UInt8]) -> [UInt8] {
    let file = SamplePNG.encode(small)
    return file[..<headerEnd] + chunk + file[headerEnd...]
  }

  private static func wide() -> [UInt8] {
    let size = PixelSize(width: 64, height: 64)
    let bytes = [UInt8](repeating: 99, count: size.area * 8)
    return SamplePNG(size: size, depth: 16, bytes: bytes).encoded()
  }

  /// Greys of a size that the pixels need not fill.
  private static func claiming(_ width: Int, _ height: Int, unpackedLength: Int) -> [UInt8] {
    let gray = SamplePNG(
      size: PixelSize(width: 8, height: 1), kind: SPNG_COLOR_TYPE_GRAYSCALE,
      bytes: Array(repeating: 0, count: 8)
    ).encoded()
    let header = SamplePNG.claim(PixelSize(width: width, height: height), in: gray)[..<headerEnd]
    return header + SamplePNG.chunk("IDAT", zeros(unpackedLength)) + SamplePNG.chunk("IEND", [])
  }

  private static func zeros(_ count: Int) -> [UInt8] {
    SamplePNG.deflated(Array(repeating: 0, count: count))
  }
}
