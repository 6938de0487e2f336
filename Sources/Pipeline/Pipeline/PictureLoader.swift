package import Catalog
package import Decoding
package import Imaging
package import System

/// Sends every photo to the loader of its kind.
package struct PictureLoader<Files: PictureLoading, Web: PictureLoading>: PictureLoading {
  /// What loads files.
  package let files: Files
  /// What loads pictures on the web.
  package let web: Web

  /// Takes what loads files, and what loads pictures on the web.
  package init(files: Files, web: Web) {
    self.files = files
    self.web = web
  }

  /// Loads a picture, as `PictureLoading` says.
  package func picture(
    of photo: Photo, for request: DecodingRequest,
    onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> LoadedPicture {
    switch photo.source {
    case .file: try await files.picture(of: photo, for: request, onProgress: onProgress)
    case .web: try await web.picture(of: photo, for: request, onProgress: onProgress)
    }
  }

  /// Reads what a photo says of itself, as `PictureLoading` says.
  package func metadata(of photo: Photo) async throws(ImageError.Cause) -> PhotoMetadata {
    switch photo.source {
    case .file: try await files.metadata(of: photo)
    case .web: try await web.metadata(of: photo)
    }
  }

  /// Loads the file of a photo that is not here, as `PictureLoading` says.
  package func original(
    of photo: Photo, onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> PhotoOriginal {
    try await web.original(of: photo, onProgress: onProgress)
  }

  /// Begins to play a picture, as `PictureLoading` says.
  package func frames(
    of photo: Photo, for request: DecodingRequest, in box: PixelSize
  ) async throws(ImageError.Cause) -> FrameStream {
    switch photo.source {
    case .file: try await files.frames(of: photo, for: request, in: box)
    case .web: try await web.frames(of: photo, for: request, in: box)
    }
  }

  /// Whether a photo has changed, as `PictureLoading` says.
  package func hasChanged(_ photo: Photo, since moment: Int) async -> Bool {
    switch photo.source {
    case .file: await files.hasChanged(photo, since: moment)
    case .web: await web.hasChanged(photo, since: moment)
    }
  }

  /// The version of a photo's file that is shown, as `PictureLoading` says.
  package func shownVersion(of photo: Photo) -> FileVersion? { files.shownVersion(of: photo) }

  /// Forgets what failed, everywhere.
  package func retryFailures() {
    files.retryFailures()
    web.retryFailures()
  }

  /// Passes on whether anything is loaded.
  package func setLoading(_ isLoading: Bool) {
    files.setLoading(isLoading)
    web.setLoading(isLoading)
  }

  /// Returns when both are done.
  package func finish() async {
    await files.finish()
    await web.finish()
  }
}
