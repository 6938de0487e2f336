package import Base
package import Catalogs
import DecoderProtocol
package import Imaging

/// Finds and decodes the bitmaps of one kind of photos; a source of the pipeline.
///
/// Callable from any thread. A cancelled task ends at the next step; errors leave nothing open.
package protocol BitmapLoading: Sendable {
  /// Scaled down to fit the requested box. `onProgress` is called whenever bytes arrive, on a
  /// thread that must not wait.
  func bitmap(
    of photo: Photo, for request: DecodingRequest,
    onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> LoadedBitmap

  /// With `isPreviewed`, nothing is shown of the photo yet.
  func firstStep(for request: ImageRequest, isPreviewed: Bool) -> LoadStep

  func load(
    _ photo: Photo, in step: LoadStep, onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> LoadResult<LoadedBitmap>

  /// Makes a thumbnail, or downloads the photo, unless that has been done.
  ///
  /// With `mayDefer`, leaves the photo to another machine that works on it. A cancelled task keeps
  /// finished work.
  func warm(_ photo: Photo, for size: ThumbnailSize, mayDefer: Bool) async -> WarmingOutcome

  func metadata(of photo: Photo) async throws(ImageError.Cause) -> PhotoMetadata

  /// `request` is that of the still image, so that both come from the same file; `box` in pixels.
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

  /// Whether any load is running, for which background work waits; never waits.
  func setLoading(_ isLoading: Bool)

  func finish() async
}

extension BitmapLoading {
  package func original(
    of photo: Photo, onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> PhotoOriginal {
    throw .decoding(.notAFile)
  }

  /// False: the lifetime of a response is up to its server.
  package func hasChanged(_ photo: Photo, since moment: Int) async -> Bool { false }

  package func shownVersion(of photo: Photo) -> FileVersion? { nil }

  package func setLoading(_ isLoading: Bool) {}
}

package struct BitmapLoaders: Sendable {
  private let files, web: any BitmapLoading

  package init(files: any BitmapLoading, web: any BitmapLoading) {
    (self.files, self.web) = (files, web)
  }

  package init(_ loader: any BitmapLoading) {
    self.init(files: loader, web: loader)
  }

  package subscript(photo: Photo) -> any BitmapLoading {
    photo.isOnWeb ? web : files
  }

  package func retryFailures() {
    files.retryFailures()
    web.retryFailures()
  }

  package func finish() async {
    await files.finish()
    await web.finish()
  }

  func setLoading(_ isLoading: Bool) {
    files.setLoading(isLoading)
    web.setLoading(isLoading)
  }
}

/// One step of a load that may need several; each waits for its turn.
package struct LoadStep: Sendable {
  package internal(set) var request: DecodingRequest
  var lane: LoadLane
  var mayDefer = false
  /// The size in pixels that suffices for the tile, if that comes sooner.
  var seenPixels = PixelSize(width: Int.max, height: Int.max)
  /// Whether the photo is shown in worse quality, so that others come first.
  var isRefinement = false
  /// Time to wait before the step, which lets others load.
  private(set) var delay = Duration.zero
  private var retryDelay = Duration.milliseconds(250)

  /// The longest delay before a file that is being written is read again.
  private static let longestDelay = Duration.seconds(2)

  package init(_ request: DecodingRequest, lane: LoadLane) {
    (self.request, self.lane) = (request, lane)
  }

  func next(after delay: Duration = .zero, _ change: (inout LoadStep) -> Void) -> LoadStep {
    var next = self
    next.delay = delay
    change(&next)
    return next
  }

  var retry: LoadStep {
    next(after: retryDelay) { $0.retryDelay = min(retryDelay * 2, Self.longestDelay) }
  }

  /// Without deferring: by then another machine has shared it, or it is made here as well.
  var afterOtherMachine: LoadStep { next(after: .milliseconds(50)) { $0.mayDefer = false } }
}

package enum LoadResult<Bitmap: Sendable>: Sendable {
  case bitmap(Bitmap)
  /// There is another step; the bitmap, if any, is shown until then.
  case partial(Bitmap?, next: LoadStep)

  func map<Other>(_ transform: (Bitmap) -> Other) -> LoadResult<Other> {
    switch self {
    case .bitmap(let bitmap): .bitmap(transform(bitmap))
    case .partial(let bitmap, let next): .partial(bitmap.map(transform), next: next)
    }
  }

  var latest: Bitmap? {
    switch self {
    case .bitmap(let bitmap): bitmap
    case .partial(let bitmap, _): bitmap
    }
  }
}

enum FoundBitmap: Hashable, Sendable {
  case bitmap(LoadedBitmap)
  /// In the shared tier; only its presence was requested.
  case isShared
  /// Another machine is making it, and it may be left to that.
  case madeElsewhere
  /// The beginning of the file contains no image, and the rest may be left to a later step.
  case needsWholeFile

  /// Throws unless there is a bitmap, as there is if nothing may be deferred.
  func get() throws(ImageError.Cause) -> LoadedBitmap {
    guard case .bitmap(let bitmap) = self else { throw .decoding(.refused(.noThumbnail)) }
    return bitmap
  }
}

package enum WarmingOutcome: Hashable, Sendable {
  /// A thumbnail was made, or the file was downloaded.
  case made
  case there, needsNone
  /// Another machine is making it, and will share it.
  case madeElsewhere
  case failed(ImageError.Cause)
}

package struct LoadedBitmap: Hashable, Sendable {
  /// Scaled and oriented as displayed.
  package let bitmap: Bitmap
  package internal(set) var info: PictureInfo
  package let isFromThumbnail: Bool
  /// The region shown, in pixels of the displayed image; nil for all of it.
  package let region: PixelRect?
  /// False if the file was being written; the bitmap must not be stored then.
  package var isStable = true
  package internal(set) var origin: Provenance.Origin
  package internal(set) var isStale = false
  /// Whether `info` is as complete as from decoding the whole file.
  var hasAllFacts = true
  var hasLarger: Bool
  /// Whether it is the small image at the start of a large file, whose rest is not loaded.
  var isBeginning = false

  package init(
    bitmap: Bitmap, info: PictureInfo, isFromThumbnail: Bool = false, region: PixelRect? = nil,
    origin: Provenance.Origin = .file, hasLarger: Bool = false
  ) {
    (self.bitmap, self.info, self.isFromThumbnail) = (bitmap, info, isFromThumbnail)
    (self.region, self.origin, self.hasLarger) = (region, origin, hasLarger)
  }

  init(_ picture: DecodedPicture) {
    self.init(
      bitmap: picture.bitmap, info: picture.info, isFromThumbnail: picture.isFromThumbnail,
      region: picture.region)
  }

  /// Whether it fills a box, in pixels, for its proportions, up to rounding.
  func fills(_ box: PixelSize) -> Bool {
    let (size, shown) = (bitmap.size, info.size ?? bitmap.size)
    let scale = min(
      Double(box.width) / Double(max(1, shown.width)),
      Double(box.height) / Double(max(1, shown.height)))
    return Double(size.width + 1) > Double(shown.width) * scale
      && Double(size.height + 1) > Double(shown.height) * scale
  }
}

extension Result where Failure == ImageError.Cause {
  init(_ body: () async throws(Failure) -> Success) async {
    do throws(Failure) {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}

extension WorkQueue {
  /// Like `run`, for work that also fails otherwise than in a decoder.
  func load<Success: Sendable>(
    _ work: @escaping @Sendable (CancellationSignal) throws(ImageError.Cause) -> Success
  ) async throws(ImageError.Cause) -> Success {
    try await decode { cancellation in
      Result { () throws(ImageError.Cause) in try work(cancellation) }
    }.get()
  }

  func decode<Success: Sendable>(
    _ work: @escaping @Sendable (CancellationSignal) throws(DecodingError) -> Success
  ) async throws(ImageError.Cause) -> Success {
    do throws(DecodingError) {
      return try await run(work)
    } catch {
      throw .decoding(error)
    }
  }
}

extension MetadataReading? {
  func metadata(of source: ImageSource) async throws(ImageError.Cause) -> PhotoMetadata {
    guard let self else { throw .decoding(.decoderUnavailable) }
    let facts = await self.metadata(of: [source], scope: .all).first
    return try (facts ?? .failure(.cancelled)).mapError(ImageError.Cause.decoding).get()
  }
}
