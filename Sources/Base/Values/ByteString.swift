/// A file name or path: bytes that need not be text.
package struct ByteString: Sendable, CustomStringConvertible {
  package let bytes: [UInt8]

  package init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  package init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// With U+FFFD for invalid UTF-8; for display, never for opening files.
  package var lossyText: String { String(decoding: bytes, as: UTF8.self) }

  package var description: String { lossyText }

  package var lowercasedASCII: ByteString { ByteString(bytes.map(\.lowercased)) }

  package var cString: [CChar] { bytes.cString }
}

extension ByteString: Hashable {
  /// Hashes the bytes at once, since paths are part of all cache keys.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(bytes.count)
    unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }
}

extension Collection<UInt8> {
  package var cString: [CChar] { map(CChar.init(bitPattern:)) + [0] }
}
