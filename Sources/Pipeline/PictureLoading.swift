package import Catalog
package import Decoding

/// Finds the picture of a photo and has it decoded: what lies behind the memory cache.
package protocol PictureLoading: Sendable {
  /// Loads a picture scaled down to fit a box; callable from any thread, many at a time.
  ///
  /// A cancelled task ends at the next step.
  /// - Throws: Why there is none; nothing is left open.
  func picture(
    of photo: Photo, for request: DecodingRequest
  ) async throws(ImageFault) -> LoadedPicture

  /// Forgets what failed, so that it is tried again when it is asked for next.
  func retryFailures()
}
