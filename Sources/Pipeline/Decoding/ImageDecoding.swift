/// Turns encoded pictures into bitmaps.
package protocol ImageDecoding: Sendable {
  /// Decodes one picture, scaled down and turned; may be called from any thread, many at a time.
  ///
  /// A cancelled task ends at the next step with `DecodingError.cancelled`.
  /// - Throws: The reason why there is no picture; nothing is left open.
  func decode(
    _ source: ImageSource, for request: DecodingRequest
  ) async throws(DecodingError) -> DecodedImage

  /// Forgets what failed, so that it is tried again when it is asked for next.
  func retryFailures()
}
