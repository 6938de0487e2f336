package import Catalog
package import Decoding

/// Loads pictures from files.
package struct FilePictureLoader: PictureLoading {
  private let decoder: any ImageDecoding

  /// Takes what turns files into bitmaps.
  package init(decoder: any ImageDecoding) {
    self.decoder = decoder
  }

  /// Loads a picture, as `PictureLoading` says.
  package func picture(
    of photo: Photo, for request: DecodingRequest,
    onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageFault) -> LoadedPicture {
    guard let path = photo.path else { throw .decoding(.notAFile) }
    do throws(DecodingError) {
      return LoadedPicture(
        try await decoder.decode(.file(path.bytes), for: request), origin: .file)
    } catch {
      throw .decoding(error)
    }
  }

  /// Forgets which files failed.
  package func retryFailures() {
    decoder.retryFailures()
  }
}
