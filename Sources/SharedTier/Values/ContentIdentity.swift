internal import CCrypto

/// Identifies a photo by content, independent of machine, path and name.
package enum ContentIdentity: Hashable, Sendable {
  /// The SHA-256 is of both ends.
  case file(byteCount: Int, digest: [UInt8])
  /// A file on a server; `tag` is a strong entity tag.
  case served(place: [UInt8], byteCount: Int, tag: [UInt8])

  /// Bytes of each end that are hashed; different photos of cameras never agree in both.
  package static let endLength = 65_536

  /// `ends` are the first and last 64 KB, or all of a shorter file.
  ///
  /// Nil without libcrypto.
  package init?(byteCount: Int, ends: [UInt8]) {
    guard ccrypto_load() else { return nil }
    var digest = [UInt8](repeating: 0, count: Int(ccrypto_digest_size))
    unsafe ccrypto_sha256(ends, ends.count, &digest)
    self = .file(byteCount: byteCount, digest: digest)
  }

  /// An unambiguous encoding for keys.
  var bytes: [UInt8] {
    switch self {
    case .file(let byteCount, let digest): Array("file \(byteCount)\n".utf8) + digest
    case .served(let place, let byteCount, let tag):
      Array("served \(byteCount) \(place.count)\n".utf8) + place + tag
    }
  }
}
