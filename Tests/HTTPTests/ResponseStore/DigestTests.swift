import Base
import Storage
import Testing

@testable import HTTP

@Suite("The cache folder, digests and checksums")
struct DigestTests {
  /// From FIPS 180-4's examples, and one that fills a block.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `SHA-256 digests match FIPS 180-4`(text: String, digest: String) {
    #expect(SHA256.hexDigits(of: text.utf8) == digest)
  }

  @Test(arguments: [
    ("", 0xEF46_DB37_51D8_E999 as UInt64), ("a", 0xD24E_C4F1_A98C_6E5B),
    ("abc", 0x44BC_2CF5_AD77_0999), ("message digest", 0x066E_D728_FCEE_B3BE),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      0xE04A_477F_19EE_145D
    ),
  ])
  func `XXH64 checksums match the specification`(text: String, hash: UInt64) {
    #expect(XXHash64.hash(text.utf8) == hash)
    var pieces = XXHash64()
    for byte in text.utf8 { pieces.add([byte][...]) }
    #expect(pieces.value == hash)
  }

  @Test func `the cache folder follows the XDG specification`() {
    let path = { (variables: [String: String]) in CacheFolder.path { variables[$0] } }
    #expect(path(["HOME": "/h"]) == "/h/.cache/photocell")
    #expect(path(["HOME": "/h", "XDG_CACHE_HOME": "/c"]) == "/c/photocell")
    #expect(path(["HOME": "/h", "XDG_CACHE_HOME": "c"]) == "/h/.cache/photocell")
    #expect(path(["XDG_CACHE_HOME": "c"]) == nil)
    #expect(path(["HOME": "h"]) == nil)
  }
}
