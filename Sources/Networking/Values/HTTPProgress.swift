/// How far a transfer has come.
package struct HTTPProgress: Hashable, Sendable {
  /// The bytes of the body so far.
  package let received: Int
  /// The bytes that the body will have; nil where the server did not say, or it is decompressed.
  package let expected: Int?
}
