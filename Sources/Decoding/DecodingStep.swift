/// A step of decoding a file, in their order; a cancelled task begins no further one.
package enum DecodingStep: Hashable, Sendable {
  /// The file is opened.
  case open
  /// Bytes are read, at most twice: the start, and the rest where the start is not enough.
  case read
  /// A codec is called, at most twice, in the same way.
  case decode
}
