import Base
import Imaging
import TestSupport
import Testing

@testable import SharedTier

@Suite("Keys and values of a shared tier")
struct ValueTests {
  private func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// From RFC 4231, section 4.7, and FIPS 180-4.
  @Test func `digests match RFC 4231 and FIPS 180-4`() throws {
    let secret = try #require(TierSecret([UInt8](repeating: 0xAA, count: 131)))
    let text = "Test Using Larger Than Block-Size Key - Hash Key First"
    #expect(
      hexadecimal(try #require(secret.digest(of: Array(text.utf8))))
        == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    guard case .file(3, let digest) = ContentIdentity(byteCount: 3, ends: Array("abc".utf8)) else {
      Issue.record("no digest")
      return
    }
    #expect(
      hexadecimal(digest) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test func `a key is a digest that differs by photo, class and secret`() throws {
    let secret = try TierSecret.ofTests()
    let identities: [ContentIdentity] = [
      .served(place: [66], byteCount: 1, tag: [65]), .served(place: [66], byteCount: 11, tag: [65]),
      .served(place: [66], byteCount: 1, tag: [66]),
      .served(place: [66, 65], byteCount: 1, tag: []),
      .file(byteCount: 1, digest: [65]),
    ]
    var names: Set<[UInt8]> = []
    for secret in [secret, try .ofTests("another secret of the tests")] {
      for identity in identities {
        for side in [128, 256] {
          names.insert(try #require(secret.key(of: identity, side: side)).name)
        }
      }
    }
    #expect(names.count == 20)
    for name in names {
      #expect(name.count == 43)
      #expect(name.starts(with: "pc:".utf8))
      #expect(name.dropFirst(3).allSatisfy { $0.hexValue != nil })
    }
  }

  @Test(arguments: [
    SharedThumbnail.ofTests(),
    SharedThumbnail(bitmap: .mixed(width: 128, height: 96), info: .whole),
    SharedThumbnail(
      bitmap: .mixed(width: 1, height: 128),
      info: PictureInfo(size: PixelSize(width: 10, height: 9_000), isMoving: true)),
    SharedThumbnail(
      bitmap: .mixed(width: 40, height: 30),
      info: PictureInfo(size: PixelSize(width: 40, height: 30), format: .jpegXL, isMoving: true)),
  ])
  func `a thumbnail is decoded as it was encoded`(thumbnail: SharedThumbnail) throws {
    let (secret, key) = (try TierSecret.ofTests(), try TierKey.numbered(1))
    let bytes = try #require(TierValue.bytes(of: thumbnail, for: key, by: secret))
    #expect(TierValue.thumbnail(in: bytes, for: key, by: secret) == thumbnail)
  }

  @Test func `a value has all facts of the photo except its size in bytes`() throws {
    let (secret, key) = (try TierSecret.ofTests(), try TierKey.numbered(1))
    let thumbnail = SharedThumbnail(bitmap: .mixed(width: 128, height: 96), info: .whole)
    let bytes = try #require(TierValue.bytes(of: thumbnail, for: key, by: secret))
    var expected = PictureInfo.whole
    expected.byteCount = 0
    #expect(TierValue.thumbnail(in: bytes, for: key, by: secret)?.info == expected)
  }

  @Test func `a value of version 1 is a thumbnail without all facts`() throws {
    let (secret, key) = (try TierSecret.ofTests(), try TierKey.numbered(1))
    let pixels = PixelPacking.packed(.mixed(width: 128, height: 96))
    let format = Array("JPEG".utf8)
    let sides: [UInt8] = [0, 0, 15, 160, 0, 0, 11, 184, 0, 128, 0, 96]
    let length = (0..<4).reversed().map { UInt8(pixels.count >> (8 * $0) & 0xFF) }
    let content =
      Array("PCT".utf8) + [1] + key.digest + sides + [1, UInt8(format.count)] + format + length
      + pixels
    let value = content + (try #require(secret.mark(of: content)))
    let info = PictureInfo(
      size: PixelSize(width: 4_000, height: 3_000), format: .jpeg, isMoving: true)
    #expect(
      TierValue.thumbnail(in: value, for: key, by: secret)
        == SharedThumbnail(bitmap: .mixed(width: 128, height: 96), info: info, hasAllFacts: false))
  }

  @Test func `a value with another key or secret, or any damage, is refused`() throws {
    let (secret, key) = (try TierSecret.ofTests(), try TierKey.numbered(1))
    let bytes = try #require(TierValue.bytes(of: .ofTests(), for: key, by: secret))
    #expect(TierValue.thumbnail(in: bytes, for: try .numbered(2), by: secret) == nil)
    #expect(TierValue.thumbnail(in: bytes, for: try .numbered(1, side: 256), by: secret) == nil)
    let other = try TierSecret.ofTests("another secret of the tests")
    #expect(TierValue.thumbnail(in: bytes, for: key, by: other) == nil)
    for place in stride(from: 0, to: bytes.count, by: 131) {
      var damaged = bytes
      damaged[place] ^= 0x10
      #expect(TierValue.thumbnail(in: damaged, for: key, by: secret) == nil)
      #expect(TierValue.thumbnail(in: Array(bytes.prefix(place)), for: key, by: secret) == nil)
    }
    #expect(TierValue.thumbnail(in: bytes + [0], for: key, by: secret) == nil)
    for place in bytes.indices.suffix(32) {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[place] ^= 1 << bit
        #expect(TierValue.thumbnail(in: damaged, for: key, by: secret) == nil)
      }
    }
  }

  /// A client that knows the secret may still be wrong.
  @Test(arguments: [
    (PixelSize(width: 128, height: 96), PixelSize(width: 3_000, height: 4_000)),
    (PixelSize(width: 100, height: 75), PixelSize(width: 4_000, height: 3_000)),
    (PixelSize(width: 200, height: 150), PixelSize(width: 4_000, height: 3_000)),
    (PixelSize(width: 128, height: 96), PixelSize(width: 0, height: 0)),
    (PixelSize(width: 128, height: 96), PixelSize(width: 40_000_000, height: 30_000_000)),
  ])
  func `a thumbnail whose size does not match its class is refused`(
    shown: PixelSize, picture: PixelSize
  ) throws {
    let (secret, key) = (try TierSecret.ofTests(), try TierKey.numbered(1))
    let thumbnail = SharedThumbnail(
      bitmap: .mixed(width: shown.width, height: shown.height),
      info: PictureInfo(size: picture, format: .png))
    let bytes = try #require(TierValue.bytes(of: thumbnail, for: key, by: secret))
    #expect(TierValue.thumbnail(in: bytes, for: key, by: secret) == nil)
  }

  @Test func `a thumbnail that is too large for a server is not encoded`() throws {
    var random = SplitMix64(seed: 3)
    let wild = (0..<512 * 512 * 4).map { index in
      index % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &random)
    }
    let size = PixelSize(width: 512, height: 512)
    let thumbnail = SharedThumbnail(
      bitmap: Bitmap(size: size, bytes: wild), info: PictureInfo(size: size, format: .png))
    let (secret, key) = (try TierSecret.ofTests(), try TierKey.numbered(1, side: 512))
    #expect(TierValue.bytes(of: thumbnail, for: key, by: secret) == nil)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `pixels are unpacked as they were packed`(seed: UInt64) {
    let bitmap = Bitmap.mixed(width: Int(seed) + 1, height: 41 - Int(seed), seed: seed)
    let packed = PixelPacking.packed(bitmap)
    #expect(PixelPacking.bitmap(of: bitmap.size, in: packed[...]) == bitmap)
    #expect(PixelPacking.bitmap(of: bitmap.size, in: packed.dropLast()) == nil)
    #expect(PixelPacking.bitmap(of: bitmap.size, in: (packed + [0])[...]) == nil)
  }

  @Test func `a run of one colour takes a byte for 62 pixels`() {
    let flat = Bitmap(size: PixelSize(width: 62, height: 2))
    #expect(PixelPacking.packed(flat) == [0xFD, 0xFD])
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `random bytes unpack to no bitmap or to one of the right size`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let bytes = (0..<64).map { _ in UInt8.random(in: 0...255, using: &random) }
    for height in [1, 7, 1_000_000] {
      let size = PixelSize(width: 8, height: height)
      guard let bitmap = PixelPacking.bitmap(of: size, in: bytes[...]) else { continue }
      #expect(bitmap.bytes.count == size.area * 4)
    }
  }

  @Test func `colours above their alpha are refused`() {
    let size = PixelSize(width: 1, height: 1)
    #expect(PixelPacking.bitmap(of: size, in: [0xFF, 9, 9, 9, 9]) != nil)
    #expect(PixelPacking.bitmap(of: size, in: [0xFF, 9, 10, 9, 9]) == nil)
  }
}
