internal import Base
internal import CCrypto

/// The secret shared by all machines of a tier; never printed. Keys are HMACs, so that they do not
/// reveal the photos, and values carry a MAC, so that others on the network cannot inject images.
package struct TierSecret: Sendable, CustomStringConvertible, CustomReflectable {
  /// In bytes.
  package static let shortest = 16
  /// Prefix of HMAC input; changes with the rendering of thumbnails.
  private static let rendering: [UInt8] = Array("photocell 1\n".utf8)

  private let bytes: [UInt8]

  /// Strips line ends; nil if shorter than `shortest`.
  package init?(_ text: some Collection<UInt8>) {
    var bytes = Array(text)
    while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
    guard bytes.count >= Self.shortest else { return nil }
    self.bytes = bytes
  }

  /// `side` is the longer side of the size class in pixels. Nil without libcrypto.
  package func key(of identity: ContentIdentity, side: Int) -> TierKey? {
    let message = Self.rendering + Array("\(side)\n".utf8) + identity.bytes
    return digest(of: message).map { TierKey(digest: $0, side: side) }
  }

  /// The MAC of a value, 32 bytes; nil without libcrypto.
  func mark(of value: [UInt8]) -> [UInt8]? { digest(of: Array("value\n".utf8) + value) }

  func digest(of message: [UInt8]) -> [UInt8]? {
    guard ccrypto_load() else { return nil }
    var digest = [UInt8](repeating: 0, count: Int(ccrypto_digest_size))
    let isMade = unsafe ccrypto_hmac_sha256(bytes, bytes.count, message, message.count, &digest)
    return isMade ? digest : nil
  }

  package var description: String { "a secret" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

package struct TierKey: Hashable, Sendable {
  /// 32 bytes; part of the value too.
  let digest: [UInt8]
  package let side: Int

  /// The key on the server: ASCII with a common prefix, for limited server permissions.
  var name: [UInt8] {
    Array("pc:\(Array(digest.prefix(20)).hexDigits)".utf8)
  }
}

/// Independent of machine, path and name.
package enum ContentIdentity: Hashable, Sendable {
  /// SHA-256 of the first and last bytes of the file.
  case file(byteCount: Int, digest: [UInt8])
  /// A file on a server; `tag` is a strong entity tag.
  case served(place: [UInt8], byteCount: Int, tag: [UInt8])

  /// Bytes of each end that are hashed; different photos of cameras never agree in both.
  package static let endLength = 65_536

  /// `ends` are the first and last 64 KB, or all of a shorter file. Nil without libcrypto.
  package init?(byteCount: Int, ends: [UInt8]) {
    guard ccrypto_load() else { return nil }
    var digest = [UInt8](repeating: 0, count: Int(ccrypto_digest_size))
    unsafe ccrypto_sha256(ends, ends.count, &digest)
    self = .file(byteCount: byteCount, digest: digest)
  }

  var bytes: [UInt8] {
    switch self {
    case .file(let byteCount, let digest): Array("file \(byteCount)\n".utf8) + digest
    case .served(let place, let byteCount, let tag):
      Array("served \(byteCount) \(place.count)\n".utf8) + place + tag
    }
  }
}
