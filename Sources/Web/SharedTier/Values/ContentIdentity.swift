internal import CCrypto

/// What a photo is, the same on every machine wherever it lies, and without its name.
package enum ContentIdentity: Hashable, Sendable {
  /// A file, by its length in bytes and the SHA-256 of its ends.
  case file(byteCount: Int, digest: [UInt8])
  /// What a server has, by its address, its length in bytes and its strong ETag.
  case served(place: [UInt8], byteCount: Int, tag: [UInt8])

  /// How many bytes of each end of a file count: two cameras never write the same.
  package static let endLength = 65_536

  /// Takes a file; nil where libcrypto is missing.
  /// - Parameters:
  ///   - byteCount: How long it is.
  ///   - ends: Its first and its last 64 KB, or all of a shorter one.
  package init?(byteCount: Int, ends: [UInt8]) {
    guard ccrypto_load() else { return nil }
    var digest = [UInt8](repeating: 0, count: Int(ccrypto_digest_size))
    unsafe ccrypto_sha256(ends, ends.count, &digest)
    self = .file(byteCount: byteCount, digest: digest)
  }

  /// What is put into a key; no two of them are the same.
  var bytes: [UInt8] {
    switch self {
    case .file(let byteCount, let digest): Array("file \(byteCount)\n".utf8) + digest
    case .served(let place, let byteCount, let tag):
      Array("served \(byteCount) \(place.count)\n".utf8) + place + tag
    }
  }
}
