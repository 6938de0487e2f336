package import Base
package import Catalogs
package import Imaging

/// Finds and decodes the image of a photo; the source behind the memory caches.
///
/// All functions are callable from any thread. A cancelled task ends at the next step; errors leave
/// nothing open.
package protocol PictureLoading: Sendable {
  /// Loads an image, scaled down to fit the requested box.
  ///
  /// `onProgress` is called whenever bytes arrive, on a thread that must not wait.
  func picture(
    of photo: Photo, for request: DecodingRequest,
    onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> LoadedPicture

  func metadata(of photo: Photo) async throws(ImageError.Cause) -> PhotoMetadata

  /// Begins to decode the frames of a photo; `box` in pixels.
  ///
  /// `request` is that of its still image, so that both come from the same file.
  func frames(
    of photo: Photo, for request: DecodingRequest, in box: PixelSize
  ) async throws(ImageError.Cause) -> FrameStream

  /// Downloads the file of a photo on the web; throws `.decoding(.notAFile)` for a local file.
  func original(
    of photo: Photo, onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> PhotoOriginal

  func retryFailures()

  /// `moment` is in seconds since 1970 UTC; a missing file has changed.
  func hasChanged(_ photo: Photo, since moment: Int) async -> Bool

  /// The version of the file last read for the image, if any; does not wait.
  func shownVersion(of photo: Photo) -> FileVersion?

  /// Reports whether any load is running, so that background work can wait; never waits.
  func setLoading(_ isLoading: Bool)

  func finish() async
}

extension PictureLoading {
  package func metadata(of photo: Photo) async throws(ImageError.Cause) -> PhotoMetadata {
    throw .decoding(.decoderUnavailable)
  }

  package func original(
    of photo: Photo, onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> PhotoOriginal {
    throw .decoding(.notAFile)
  }

  package func shownVersion(of photo: Photo) -> FileVersion? { nil }

  package func setLoading(_ isLoading: Bool) {}

  package func finish() async {}
}

/// A decoded bitmap, and where it was found.
package struct LoadedPicture: Sendable {
  /// Scaled and oriented as displayed.
  package let bitmap: Bitmap
  package internal(set) var info: PictureInfo
  /// Whether `info` is what a decoder of the whole file would report.
  let hasAllFacts: Bool
  package let isFromThumbnail: Bool
  /// False if the file was being written; the bitmap must not be stored then.
  package let isStable: Bool
  package let origin: Provenance.Origin
  /// Whether the response is past its lifetime.
  package let isStale: Bool
  /// The region shown, in pixels of the displayed image; nil for all of it.
  package let region: PixelRect?
  package let hasLarger: Bool
  /// Whether it is the small image at the start of a large file, whose rest is not loaded.
  package internal(set) var isBeginning = false

  package init(
    _ decoded: DecodedImage, info: PictureInfo? = nil, hasAllFacts: Bool = true,
    origin: Provenance.Origin, isStale: Bool = false, hasLarger: Bool = false
  ) {
    bitmap = decoded.bitmap
    self.info = info ?? decoded.info
    self.hasAllFacts = hasAllFacts
    isFromThumbnail = decoded.isFromThumbnail
    isStable = decoded.isStable
    region = decoded.region
    self.origin = origin
    self.isStale = isStale
    self.hasLarger = hasLarger
  }
}

package struct NoPictures: PictureLoading {
  package init() {}

  package func picture(
    of photo: Photo, for request: DecodingRequest,
    onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> LoadedPicture {
    throw .decoding(.notAFile)
  }

  package func frames(
    of photo: Photo, for request: DecodingRequest, in box: PixelSize
  ) async throws(ImageError.Cause) -> FrameStream {
    throw .decoding(.notAFile)
  }

  package func retryFailures() {}

  package func hasChanged(_ photo: Photo, since moment: Int) async -> Bool { false }
}
