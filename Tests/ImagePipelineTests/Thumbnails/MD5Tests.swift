import Base
import TestSupport
import Testing

@Suite("MD5 digests") struct MD5Tests {
  /// RFC 1321, appendix A.5.
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"),
    ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
    (
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
      "d174ab98d277d9f5a5611c2c9f419d9f"
    ),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
    // The example of the Thumbnail Managing Standard, section 6.
    ("file:///home/jens/photos/me.png", "c6ee772d9e49320e97ec29a7eb5b1697"),
  ])
  func `digests equal the published ones`(message: String, digest: String) {
    #expect(MD5.hexDigits(of: message.utf8) == digest)
  }

  @Test func `digests of all lengths around a block equal those of md5sum`() throws {
    let folder = TemporaryFolder()
    let messages = (0...130).map { count in (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) } }
    let paths = messages.enumerated().map { folder.write($1, as: "\($0)") }
    let lines = try Tool.output(of: ["md5sum"] + paths).split(separator: "\n")
    #expect(lines.map { String($0.prefix(32)) } == messages.map { MD5.hexDigits(of: $0) })
  }
}
