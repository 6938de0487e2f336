/// A file name or a path as the kernel knows it: bytes, which need not be text.
package struct ByteString: Hashable, Sendable {
  /// The bytes, without a terminating zero.
  package let bytes: [UInt8]

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

extension ByteString: CustomStringConvertible {
  package var description: String { lossyText }
}
