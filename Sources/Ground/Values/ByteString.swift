/// A file name or a path as the kernel knows it: bytes, which need not be text.
package struct ByteString: Sendable {
  /// The bytes, without a terminating zero.
  package let bytes: [UInt8]

  /// Takes bytes as they are.
  package init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// The bytes of a text in UTF-8.
  package init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The bytes as text, with U+FFFD for what is not UTF-8: for people, never to open a file with.
  package var lossyText: String {
    String(decoding: bytes, as: UTF8.self)
  }
}

extension ByteString {
  /// The same with the letters of ASCII in lower case.
  package var lowercasedASCII: ByteString { ByteString(bytes.map(\.lowercased)) }
}

extension ByteString: Hashable {
  /// Feeds the bytes in one piece, since a path is part of the key of every cache.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(bytes.count)
    unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }
}

extension ByteString: CustomStringConvertible {
  /// The same as `lossyText`.
  package var description: String { lossyText }
}
