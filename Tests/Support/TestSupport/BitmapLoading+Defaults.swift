package import Catalogs
package import ImagePipeline
package import Imaging

/// For loaders that only have bitmaps.
extension BitmapLoading {
  package func firstStep(for request: ImageRequest, isPreviewed: Bool) -> LoadStep {
    LoadStep(request.decoding, lane: request.photo.onWeb == nil ? .file : .web)
  }

  package func load(
    _ photo: Photo, in step: LoadStep, onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> LoadResult<LoadedBitmap> {
    .bitmap(try await bitmap(of: photo, for: step.request, onProgress: onProgress))
  }

  package func warm(
    _ photo: Photo, for size: ThumbnailSize, mayDefer: Bool
  ) async -> WarmingOutcome {
    .failed(.decoding(.notAFile))
  }

  package func metadata(of photo: Photo) async throws(ImageError.Cause) -> PhotoMetadata {
    throw .decoding(.decoderUnavailable)
  }

  package func frames(
    of photo: Photo, for request: DecodingRequest, in box: PixelSize
  ) async throws(ImageError.Cause) -> FrameStream {
    throw .decoding(.notAFile)
  }

  package func retryFailures() {}

  package func finish() async {}
}
