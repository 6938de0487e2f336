/// Lets only so many pictures be decoded at once; the others wait in the order they came.
package struct LimitedDecoder<Wrapped: ImageDecoding>: ImageDecoding {
  private let wrapped: Wrapped
  private let gate: DecodingGate

  /// Makes a decoder that is at work on nothing yet.
  /// - Parameters:
  ///   - wrapped: What decodes.
  ///   - width: How many pictures are decoded at once; at least one.
  package init(_ wrapped: Wrapped, width: Int) {
    self.wrapped = wrapped
    gate = DecodingGate(width: max(1, width))
  }

  /// Decodes one picture, as `ImageDecoding` says, once it is its turn.
  package func decode(
    _ source: ImageSource, for request: DecodingRequest
  ) async throws(DecodingError) -> DecodedImage {
    guard await gate.enter() else { throw .cancelled }
    defer { gate.leave() }
    return try await wrapped.decode(source, for: request)
  }

  /// Forgets what failed.
  package func retryFailures() {
    wrapped.retryFailures()
  }
}
