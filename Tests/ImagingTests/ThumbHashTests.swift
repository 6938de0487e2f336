import Base
import Imaging
import Testing

/// The expected pixels come from another implementation, the one for Python by Astropilot
/// (thumbhash-python 1.0.1), at both upper corners, in the middle, at both lower corners, and at a
/// quarter of the width and a third of the height; red, green, blue and alpha.
@Suite("A ThumbHash")
struct ThumbHashTests {
  @Test(
    arguments: [
      (
        "3OcRJYB4d3h/iIeHeEh3eIhw+j3A", PixelSize(width: 32, height: 23),
        [0x7D89_9FFF, 0x7D89_9FFF, 0x717D_8BFF, 0x5B67_27FF, 0x5763_2EFF, 0xAAB6_CFFF]
      ),
      (
        "1QcSHQRnh493V4dIh4eXh1h4kJUI", PixelSize(width: 23, height: 32),
        [0x404E_71FF, 0x556D_8BFF, 0x8C6E_59FF, 0x000C_2BFF, 0x0004_28FF, 0xBBA9_A7FF]
      ),
      (
        "YTkGJwaRhWUIt4lbgnhZl3ath2BUBGYA", PixelSize(width: 32, height: 32),
        [0x447E_83FF, 0xA5B7_AFFF, 0xC369_34FF, 0x5274_4EFF, 0x8C9E_ACFF, 0x9678_59FF]
      ),
      (
        "2fcZFIB3iId/h3iJh4aIYJ2V8g==", PixelSize(width: 32, height: 18),
        [0xC8CC_D5FF, 0xBDC1_C5FF, 0x3D41_51FF, 0x3A3E_17FF, 0x2A2E_11FF, 0x787C_91FF]
      ),
      (
        "3OiFBQAziIWCjHn3aGpwZ/moB8iHeHR6Zw==", PixelSize(width: 32, height: 32),
        [0x828E_6B00, 0x8692_7000, 0x707C_59FF, 0x5F6B_4900, 0x707D_5A00, 0x616D_4B29]
      ),
    ] as [(String, PixelSize, [UInt32])])
  func `a ThumbHash is drawn with the pixels of another implementation`(
    text: String, size: PixelSize, expected: [UInt32]
  ) throws {
    let hash = try #require(ThumbHash(base64: text.utf8))
    let bitmap = PictureHint.thumbHash(hash).bitmap(shapedAs: hash.shape)
    #expect(bitmap.size == size)
    let (right, bottom) = (size.width - 1, size.height - 1)
    let places = [
      (0, 0), (right, 0), (size.width / 2, size.height / 2), (0, bottom), (right, bottom),
      (size.width / 4, size.height / 3),
    ]
    for ((x, y), value) in zip(places, expected) {
      let start = (y * size.width + x) * 4
      let drawn = bitmap.bytes[start..<start + 4].map(Int.init)
      #expect(zip(drawn, Self.multiplied(value)).allSatisfy { abs($0 - $1) <= 1 }, "\(x) \(y)")
    }
  }

  /// The bytes of a pixel whose colour is not multiplied by alpha, as a bitmap has them.
  private static func multiplied(_ pixel: UInt32) -> [Int] {
    let alpha = Int(pixel & 0xFF)
    return [24, 16, 8].map { (Int(pixel >> $0 & 0xFF) * alpha + 127) / 255 } + [alpha]
  }

  @Test(arguments: [
    ("3OcRJYB4d3h/iIeHeEh3eIhw+j3A", "3OcRJYB4d3h_iIeHeEh3eIhw-j3A"),
    ("2fcZFIB3iId/h3iJh4aIYJ2V8g==", "2fcZFIB3iId/h3iJh4aIYJ2V8g"),
  ])
  func `both alphabets of Base64 are accepted, with and without padding`(one: String, other: String)
    throws
  {
    let hash = try #require(ThumbHash(base64: one.utf8))
    #expect(hash == ThumbHash(base64: other.utf8))
  }

  @Test(arguments: [
    "", "=", "==", "3Oc", "3OcRJYB4", "3OcRJYB4d3h/iIeHeEh3eIhw+j3",
    "3OcRJYB4d3h/iIeHeEh3eIhw+j3AAA",
    "3OcRJYB4d3h/iIeHeEh3eIhw+j3A===", "3OcRJYB4d3h/iIeHeEh3eIhw+j3A=A",
    "3OcRJYB4 d3h/iIeHeEh3eIhw+j3A",
    "3OcRJYB4d3h/iIeHeEh3eIhw+j3\u{E9}", "2fcZFIB3iId/h3iJh4aIYJ2V8g=a",
    "data:image/png;base64,AAAA",
  ])
  func `malformed text is not a ThumbHash`(text: String) {
    #expect(ThumbHash(base64: text.utf8) == nil)
  }

  /// Every header there is room for, and as many bytes as it announces: eight counts of waves, two
  /// directions, with alpha and without.
  @Test func `a ThumbHash has the length its header announces, at most 25 bytes`() {
    for count in 0..<8 as Range<UInt8> {
      for (alpha, direction) in [(0, 0), (0, 0x80), (0x80, 0), (0x80, 0x80)] as [(UInt8, UInt8)] {
        let lengths = (0...40).filter { length in
          var bytes = [UInt8](repeating: 0xFF, count: length)
          if length > 2 { bytes[2] = 0x7F | alpha }
          if length > 4 { (bytes[3], bytes[4]) = (0xF8 | count, 0x7F | direction) }
          guard let hash = ThumbHash(bytes: bytes) else { return false }
          let size = PixelSize(width: 7, height: 2)
          return hash.bitmap(size).size == size && hash.shape.area > 0
        }
        #expect(lengths.count <= 1 && (lengths.first ?? 25) <= 25)
        #expect(lengths.count == 1 || alpha != 0 && count > 5)
      }
    }
  }

  @Test func `random bytes are rejected or drawn`() {
    var random = SplitMix64(seed: 25)
    var count = 0
    for _ in 0..<20_000 {
      let length = Int.random(in: 0..<30, using: &random)
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      guard let hash = ThumbHash(bytes: bytes) else { continue }
      count += 1
      #expect(hash.bitmap(PixelSize(width: 3, height: 2)).bytes.count == 24)
    }
    #expect(count > 100)
  }
}
