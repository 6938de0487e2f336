internal import CCrypto

/// What all machines know that share a tier, and nobody else on the network.
///
/// Keys are made with it, so that nobody learns from them which photos there are, and values are
/// marked with it, so that nobody else can put pictures in. It is never printed.
package struct TierSecret: Sendable, CustomStringConvertible, CustomReflectable {
  /// The fewest bytes that count as a secret.
  package static let shortest = 16
  /// What the bytes of a key begin with; another rendering of the same photos gets another one.
  private static let rendering: [UInt8] = Array("photocell 1\n".utf8)

  private let bytes: [UInt8]

  /// Takes a secret, whose line may end.
  /// - Returns: Nil where it is shorter than `shortest`.
  package init?(_ text: some Collection<UInt8>) {
    var bytes = Array(text)
    while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
    guard bytes.count >= Self.shortest else { return nil }
    self.bytes = bytes
  }

  /// The key of a photo's thumbnail.
  /// - Parameters:
  ///   - identity: What the photo is.
  ///   - side: The longer side of the thumbnail's class, in pixels.
  /// - Returns: Nil where libcrypto is missing.
  package func key(of identity: ContentIdentity, side: Int) -> TierKey? {
    let message = Self.rendering + Array("\(side)\n".utf8) + identity.bytes
    return digest(of: message).map { TierKey(digest: $0, side: side) }
  }

  /// The mark of a value's bytes, 32 bytes; nil where libcrypto is missing.
  func mark(of value: [UInt8]) -> [UInt8]? {
    digest(of: Array("value\n".utf8) + value)
  }

  func digest(of message: [UInt8]) -> [UInt8]? {
    guard ccrypto_load() else { return nil }
    var digest = [UInt8](repeating: 0, count: Int(ccrypto_digest_size))
    let isMade = unsafe ccrypto_hmac_sha256(bytes, bytes.count, message, message.count, &digest)
    return isMade ? digest : nil
  }

  /// Says nothing of it.
  package var description: String { "a secret" }
  /// Shows nothing of it.
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Where a thumbnail lies in a shared tier.
package struct TierKey: Hashable, Sendable {
  /// All of the digest, 32 bytes, which stands in the value as well.
  let digest: [UInt8]
  /// The longer side of the thumbnail's class, in pixels.
  package let side: Int

  /// What servers know it by: ASCII, the same beginning for all, so that a server may allow these alone.
  var name: [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return Array("pc:".utf8)
      + digest.prefix(20).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }
}
