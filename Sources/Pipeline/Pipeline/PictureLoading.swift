package import Catalog
package import Decoding
package import Imaging
package import System

/// Finds the picture of a photo and has it decoded: what lies behind the memory cache.
package protocol PictureLoading: Sendable {
  /// Loads a picture scaled down to fit a box; callable from any thread, many at a time.
  ///
  /// A cancelled task ends at the next step.
  /// - Parameters:
  ///   - photo: Whose picture is wanted.
  ///   - request: How large it is wanted, and whether a first look suffices.
  ///   - onProgress: Told how far a transfer is, as often as bytes come, on a thread that must not
  ///     wait.
  /// - Returns: The picture, and where it was found.
  /// - Throws: Why there is none; nothing is left open.
  func picture(
    of photo: Photo, for request: DecodingRequest,
    onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> LoadedPicture

  /// Reads what a photo says of itself, without its pixels; callable from any thread.
  ///
  /// A cancelled task ends at the next step.
  /// - Throws: Why nothing can be read; nothing is left open.
  func metadata(of photo: Photo) async throws(ImageError.Cause) -> PhotoMetadata

  /// Begins to play the picture of a photo; callable from any thread.
  ///
  /// A cancelled task ends at the next step.
  /// - Parameters:
  ///   - photo: Whose picture is played.
  ///   - request: What its still was loaded by, so that both come from the same file.
  ///   - box: What each frame, as it is shown, is scaled down to fit, in pixels.
  /// - Returns: The frames, of which none has been taken.
  /// - Throws: Why there are none; nothing is left open.
  func frames(
    of photo: Photo, for request: DecodingRequest, in box: PixelSize
  ) async throws(ImageError.Cause) -> FrameStream

  /// Loads the file of a photo that is not here; callable from any thread.
  ///
  /// A cancelled task ends at the next step.
  /// - Throws: Why it cannot be had: `.decoding(.notAFile)` for a file here.
  func original(
    of photo: Photo, onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> PhotoOriginal

  /// Forgets what failed, so that it is tried again when it is asked for next.
  func retryFailures()

  /// Whether what a photo shows may be another picture than at a moment, in seconds since 1970
  /// in UTC; a photo that is gone counts as changed.
  func hasChanged(_ photo: Photo, since moment: Int) async -> Bool

  /// The version of a photo's file that its picture was read from last; nil where none was read, and for what is on the
  /// web. At once, on any thread.
  func shownVersion(of photo: Photo) -> FileVersion?

  /// Hears whether anything is loaded: what can wait is done while nothing is. Callable from any
  /// thread, never waits.
  func setLoading(_ isLoading: Bool)

  /// Returns when everything is on disk that was to be kept of what was loaded.
  func finish() async
}

extension PictureLoading {
  /// Whoever has pixels alone cannot tell.
  package func metadata(of photo: Photo) async throws(ImageError.Cause) -> PhotoMetadata {
    throw .decoding(.decoderUnavailable)
  }

  /// Whoever has what is here alone has none.
  package func original(
    of photo: Photo, onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> PhotoOriginal {
    throw .decoding(.notAFile)
  }

  /// None, where no files are read.
  package func shownVersion(of photo: Photo) -> FileVersion? { nil }

  /// Whoever writes nothing, or writes at once, need not know.
  package func setLoading(_ isLoading: Bool) {}

  /// Whoever writes nothing, or writes at once, is always done.
  package func finish() async {}
}

/// The bitmap that a tile is made from, and where it was found.
package struct LoadedPicture: Sendable {
  /// The picture, scaled and turned as it is shown.
  package let bitmap: Bitmap
  /// What is known of the picture.
  package internal(set) var info: PictureInfo
  /// Whether that is all that a decoder of the whole file would say.
  let hasAllFacts: Bool
  /// Whether the bitmap was made from an embedded thumbnail.
  package let isFromThumbnail: Bool
  /// False where the file was being written meanwhile: not to be kept, for it is no longer that.
  package let isStable: Bool
  /// Where it was found.
  package let origin: Provenance.Origin
  /// Whether it is a response past its lifetime, which its server might answer otherwise by now.
  package let isStale: Bool
  /// What the bitmap shows, in pixels of the whole picture as it is shown; nil for all of it.
  package let region: PixelRect?
  /// Whether its photo comes in another rendition, which is larger as far as anybody knows.
  package let hasLarger: Bool
  /// Whether it is the small picture at the beginning of a large file, of which the rest has not come.
  package internal(set) var isBeginning = false

  /// Takes what a decoder answered, and where its file came from.
  /// - Parameters:
  ///   - decoded: The answer.
  ///   - info: What is known of the picture where that is not in the answer, as for a thumbnail.
  ///   - hasAllFacts: Whether that is all that a decoder of the whole file would say.
  ///   - origin: Where it was found.
  ///   - isStale: Whether it is a response past its lifetime.
  ///   - hasLarger: Whether its photo comes in a larger rendition.
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

/// Has no pictures.
package struct NoPictures: PictureLoading {
  /// Makes it.
  package init() {}

  /// There is none.
  package func picture(
    of photo: Photo, for request: DecodingRequest,
    onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> LoadedPicture {
    throw .decoding(.notAFile)
  }

  /// There are none.
  package func frames(
    of photo: Photo, for request: DecodingRequest, in box: PixelSize
  ) async throws(ImageError.Cause) -> FrameStream {
    throw .decoding(.notAFile)
  }

  /// Nothing has failed.
  package func retryFailures() {}

  /// Nothing changes.
  package func hasChanged(_ photo: Photo, since moment: Int) async -> Bool { false }
}
