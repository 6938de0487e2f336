package import Base
package import Catalogs
package import Imaging

/// Dispatches to the loader of files or of the web.
package struct PictureLoader<Files: PictureLoading, Web: PictureLoading>: PictureLoading {
  package let files: Files
  package let web: Web

  package init(files: Files, web: Web) {
    self.files = files
    self.web = web
  }

  package func picture(
    of photo: Photo, for request: DecodingRequest,
    onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> LoadedPicture {
    switch photo.source {
    case .file: try await files.picture(of: photo, for: request, onProgress: onProgress)
    case .web: try await web.picture(of: photo, for: request, onProgress: onProgress)
    }
  }

  package func metadata(of photo: Photo) async throws(ImageError.Cause) -> PhotoMetadata {
    switch photo.source {
    case .file: try await files.metadata(of: photo)
    case .web: try await web.metadata(of: photo)
    }
  }

  package func original(
    of photo: Photo, onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> PhotoOriginal {
    try await web.original(of: photo, onProgress: onProgress)
  }

  package func frames(
    of photo: Photo, for request: DecodingRequest, in box: PixelSize
  ) async throws(ImageError.Cause) -> FrameStream {
    switch photo.source {
    case .file: try await files.frames(of: photo, for: request, in: box)
    case .web: try await web.frames(of: photo, for: request, in: box)
    }
  }

  package func hasChanged(_ photo: Photo, since moment: Int) async -> Bool {
    switch photo.source {
    case .file: await files.hasChanged(photo, since: moment)
    case .web: await web.hasChanged(photo, since: moment)
    }
  }

  package func shownVersion(of photo: Photo) -> FileVersion? { files.shownVersion(of: photo) }

  package func retryFailures() {
    files.retryFailures()
    web.retryFailures()
  }

  package func setLoading(_ isLoading: Bool) {
    files.setLoading(isLoading)
    web.setLoading(isLoading)
  }

  package func finish() async {
    await files.finish()
    await web.finish()
  }
}
