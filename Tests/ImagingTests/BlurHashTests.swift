import Base
import Imaging
import Testing

/// A hash with nine waves along each axis.
private let greatest =
  "|aIE^StPoxs+n$s:sSxaSLt6oKaen$X8o0N[;$$6w^kRxYjEwcn+;y;#A;xZbFnhaxs;Wq$7FHJnbIkkXRi]WTjIWm"
  + "S4o0t1bXjCatkFa$o3SNSNfgcnc4Z@a+aLa~WCjctResl#gMj=f~n%f}WofOZoe.cBf9bYfhW-a}"

/// The expected pixels come from another implementation, the one for Python by halcy (blurhash 1.1.5).
@Suite("A BlurHash")
struct BlurHashTests {
  @Test(
    arguments: [
      (
        "LEHV6nWB2yk8pyo0adR*.7kCMdnj",
        [
          0x87A4B1, 0xA1ADB1, 0xB5B4AB, 0xA0ACAE, 0x7C9AA9, 0x94949A, 0xA49186, 0x92989B, 0x7C909A,
          0x908684, 0xA38268, 0x948C86,
        ]
      ),
      (
        "LlMF%n00%#MwS|WCWEM{R*bbWBbH",
        [
          0x5B4300, 0x9D8674, 0xAB7A50, 0xCCB297, 0x875800, 0xA78071, 0xB27350, 0xD7B7A2, 0xA26D3B,
          0xA76D62, 0xB56350, 0xE0B7A9,
        ]
      ),
      (
        "LGF5]+Yk^6#M@-5c,1J5@[or[Q6.",
        [
          0xB076A3, 0xA777B8, 0x7664A9, 0xA74F7E, 0x958EB4, 0x6D8AC6, 0x71758F, 0x956C6D, 0x91A199,
          0x5C99B2, 0x648187, 0x77746C,
        ]
      ),
      (
        "UBL_:rOpGG-oBUNG,qRj2so|=eE1w^n4S5NH",
        [
          0xAC8651, 0xAD8753, 0xA67E3F, 0xAD814F, 0xBF9162, 0xB57D47, 0xC47F46, 0xC98754, 0xC38959,
          0xC67A37, 0xD67F3B, 0xCF8856,
        ]
      ),
      (
        greatest,
        [
          0xEFFF78, 0x9DC48E, 0x6570D6, 0x759A6F, 0xBADAB7, 0xC4C377, 0xC374AE, 0xAA7285, 0x7CA1C5,
          0x6AC372, 0x8C9FA6, 0xA75398,
        ]
      ),
    ] as [(String, [UInt32])])
  func `a BlurHash is drawn with the pixels of another implementation`(
    text: String, expected: [UInt32]
  ) throws {
    let hash = try #require(BlurHash(text.utf8))
    let bitmap = hash.bitmap(PixelSize(width: 4, height: 3))
    let drawn = (0..<12).map { bitmap[$0 % 4, $0 / 4] }
    for (color, value) in zip(drawn, expected) {
      #expect(color.squaredDistance(to: RGB(packed: value)) <= 3, "\(color), not \(value)")
    }
  }

  @Test(
    arguments: [("LEHV6nWB2yk8pyo0adR*.7kCMdnj", 0x979695), ("00HV6n", 0x979695), ("000000", 0)]
      as [(String, UInt32)])
  func `a BlurHash contains the mean colour`(text: String, value: UInt32) throws {
    #expect(try #require(BlurHash(text.utf8)).mean == RGB(packed: value))
  }

  @Test func `a BlurHash of one component fills the bitmap with its colour`() throws {
    let hash = try #require(BlurHash("00HV6n".utf8))
    let size = PixelSize(width: 5, height: 2)
    #expect(hash.bitmap(size) == Bitmap(size: size, filledWith: RGB(packed: 0x979695)))
  }

  @Test(arguments: [
    "", "L", "00HV6", "00HV6n0", "LEHV6nWB2yk8pyo0adR*.7kCMdn", "LEHV6nWB2yk8pyo0adR*.7kCMdnjj",
    "LEHV6nWB2yk8pyo0adR*.7kCMdn\"", "LEHV6nWB2yk8pyo0adR*.7kCMd\u{E9}", "}0HV6n", "~0HV6n",
    "00~~~~", "00TSUB", "\0\0\0\0\0\0", greatest + "0", greatest + "00",
  ])
  func `malformed text is not a BlurHash`(text: String) {
    #expect(BlurHash(text.utf8) == nil)
  }

  @Test func `a BlurHash with extreme values is drawn`() throws {
    let extreme = "|~TSUA" + String(repeating: "~", count: 160)
    let hash = try #require(BlurHash(extreme.utf8))
    #expect(hash.bitmap(PixelSize(width: 32, height: 32)).bytes.count == 32 * 32 * 4)
  }

  @Test func `random digits are rejected or drawn`() {
    var random = SplitMix64(seed: 83)
    var count = 0
    let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$".utf8)
    for round in 0..<20_000 {
      let first = UInt8.random(in: 0..<12, using: &random)
      let length =
        round.isMultiple(of: 2)
        ? 4 + 2 * Int(first % 9 + 1) * Int(first / 9 + 1) : Int.random(in: 0..<180, using: &random)
      var text = (0..<length).map { _ in digits.randomElement(using: &random) ?? 0 }
      if !text.isEmpty { text[0] = digits[Int(first)] }
      if round.isMultiple(of: 3), !text.isEmpty {
        text[Int.random(in: 0..<length, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let hash = BlurHash(text) else { continue }
      count += 1
      #expect(hash.bitmap(PixelSize(width: 2, height: 3)).bytes.count == 24)
    }
    #expect(count > 100)
  }
}
