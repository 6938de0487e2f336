package import Base
package import Catalogs
import DecoderProtocol
import ExpiringCache
package import Imaging
import Synchronization

/// Loads bitmaps of files: from a thumbnail on disk if there is one, else from the file.
///
/// Files that were decoded whole get a thumbnail when the pipeline is idle. A bitmap of a file that
/// changed since it was opened, or that is broken and was written a moment ago, is unstable: it may
/// be shown, but not stored, and the file is loaded again.
package final class FileBitmapLoader: BitmapLoading {
  /// Seconds after its last change for which a broken file counts as unfinished.
  private static let restingSeconds = 2
  /// About a hundred bytes each; the table is cleared when it is full.
  private static let versionLimit = 100_000

  private let decoder: any ImageDecoding
  private let thumbnails: ThumbnailAccess?
  private let shared: ThumbnailTier?
  private let reader: (any MetadataReading)?
  private let now: @Sendable () -> FileTime
  private let queue = WorkQueue(label: "files")
  private let failures = FailureMemory()
  private let versions = Mutex<[Photo: FileVersion]>([:])

  /// `now` is the clock of file timestamps.
  package init(
    decoder: any ImageDecoding, thumbnails: ThumbnailAccess? = nil, shared: ThumbnailTier? = nil,
    reader: (any MetadataReading)? = nil, now: @escaping @Sendable () -> FileTime = { .now }
  ) {
    (self.decoder, self.thumbnails, self.shared) = (decoder, thumbnails, shared)
    (self.reader, self.now) = (reader, now)
  }

  package func bitmap(
    of photo: Photo, for request: DecodingRequest,
    onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> LoadedBitmap {
    try await find(photo, for: request, as: ThumbnailTier.LookupMode()).get()
  }

  /// A sufficient embedded thumbnail is only a preview, as it may be outdated; the photo follows.
  package func firstStep(for request: ImageRequest, isPreviewed: Bool) -> LoadStep {
    var step = LoadStep(request.decoding, lane: .file)
    step.mayDefer = true
    if isPreviewed, request.part == nil, !request.exceedsThumbnails {
      step.request.thumbnail = .whereItSuffices
    }
    return step
  }

  package func load(
    _ photo: Photo, in step: LoadStep, onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> LoadResult<LoadedBitmap> {
    let found: FoundBitmap
    do throws(ImageError.Cause) {
      found = try await find(
        photo, for: step.request, as: ThumbnailTier.LookupMode(mayDefer: step.mayDefer))
    } catch {
      guard error.isPassing else { throw error }
      return .partial(nil, next: step.retry)
    }
    guard found != .madeElsewhere else { return .partial(nil, next: step.afterOtherMachine) }
    let bitmap = try found.get()
    if bitmap.isFromThumbnail, step.request.thumbnail == .whereItSuffices {
      let next = step.next { ($0.request.thumbnail, $0.isRefinement) = (.never, true) }
      return .partial(bitmap, next: next)
    }
    return bitmap.isStable ? .bitmap(bitmap) : .partial(bitmap, next: step.retry)
  }

  package func warm(
    _ photo: Photo, for size: ThumbnailSize, mayDefer: Bool
  ) async -> WarmingOutcome {
    guard let path = photo.path?.bytes else { return .failed(.decoding(.notAFile)) }
    let mode = ThumbnailTier.LookupMode(isFinding: true, mayDefer: mayDefer)
    do throws(ImageError.Cause) {
      return try await queue.load { [self] cancellation throws(ImageError.Cause) in
        try make(path, of: photo, as: size, mode, unless: cancellation)
      }
    } catch {
      return .failed(error)
    }
  }

  package func metadata(of photo: Photo) async throws(ImageError.Cause) -> PhotoMetadata {
    guard let path = photo.path?.bytes else { throw .decoding(.notAFile) }
    return try await reader.metadata(of: .file(path))
  }

  /// Never from a thumbnail, which does not move.
  package func frames(
    of photo: Photo, for request: DecodingRequest, in box: PixelSize
  ) async throws(ImageError.Cause) -> FrameStream {
    guard let path = photo.path?.bytes else { throw .decoding(.notAFile) }
    return try await queue.decode { [decoder] (cancellation) throws(DecodingError) in
      try decoder.frames(of: .file(path), in: box, unless: cancellation)
    }
  }

  package func hasChanged(_ photo: Photo, since moment: Int) async -> Bool {
    guard let path = photo.path?.bytes else { return false }
    let hasChanged = try? await queue.run(orThrow: DecodingError.noThread) {
      FileVersion(path: path).map { $0.changed.seconds >= moment } ?? true
    }
    return hasChanged ?? false
  }

  package func shownVersion(of photo: Photo) -> FileVersion? { versions.withLock { $0[photo] } }

  package func retryFailures() {
    thumbnails?.forgetFailures()
    failures.forgetAll()
    decoder.retryFailures()
  }

  package func setLoading(_ isLoading: Bool) {
    thumbnails?.setLoading(isLoading)
  }

  package func finish() async {
    await thumbnails?.finish()
  }

  private func find(
    _ photo: Photo, for request: DecodingRequest, as mode: ThumbnailTier.LookupMode
  ) async throws(ImageError.Cause) -> FoundBitmap {
    guard let path = photo.path?.bytes else { throw .decoding(.notAFile) }
    let found = try await queue.load { [self] cancellation throws(ImageError.Cause) in
      try find(path, of: photo, for: request, mode, unless: cancellation)
    }
    // Add metadata of the file: thumbnails of other programs contain little.
    guard case .bitmap(var bitmap) = found, !bitmap.hasAllFacts,
      let facts = await reader?.metadata(of: [.file(path)], scope: .index).first,
      let metadata = try? facts.get()
    else { return found }
    bitmap.info.update(from: metadata)
    return .bitmap(bitmap)
  }

  // MARK: - On threads that may block

  /// Opens the file once: thumbnail lookup, decoding and storing use the version that was opened.
  private func find(
    _ path: [UInt8], of listed: Photo, for request: DecodingRequest,
    _ mode: ThumbnailTier.LookupMode, unless cancellation: CancellationSignal
  ) throws(ImageError.Cause) -> FoundBitmap {
    guard let photo = try? OpenPhoto(path: path) else {
      // The decoder reports why a file cannot be opened.
      return .bitmap(
        try rethrowing(as: ImageError.Cause.decoding) { () throws(DecodingError) in
          try decoder.decode(.file(path), for: request, unless: cancellation)
        })
    }
    let found = try find(photo, at: path, for: request, mode, unless: cancellation)
    versions.withLock { versions in
      if versions.count >= Self.versionLimit { versions = [:] }
      versions[listed] = photo.version
    }
    return found
  }

  private func find(
    _ photo: OpenPhoto, at path: [UInt8], for request: DecodingRequest,
    _ mode: ThumbnailTier.LookupMode, unless cancellation: CancellationSignal
  ) throws(ImageError.Cause) -> FoundBitmap {
    if request.region == nil, request.moment == nil, let thumbnails,
      let file = thumbnails.file(photo, at: path)
    {
      let entry = thumbnails.entry(of: file, for: request)
      if let bitmap = try thumbnails.bitmap(in: entry, for: request, unless: cancellation) {
        return .bitmap(bitmap)
      }
      if request.thumbnail != .only, let size = ThumbnailSize(filling: request.box) {
        return try find(
          photo, of: file, for: request, filling: size, mode, in: thumbnails, unless: cancellation)
      }
    }
    return .bitmap(
      try decode(photo, for: request, unless: cancellation).mapError(ImageError.Cause.decoding)
        .get())
  }

  /// Uses the shared tier, or decodes at a thumbnail's size: one bitmap serves for both.
  private func find(
    _ photo: OpenPhoto, of file: PhotoFile, for request: DecodingRequest,
    filling size: ThumbnailSize, _ mode: ThumbnailTier.LookupMode, in thumbnails: ThumbnailAccess,
    unless cancellation: CancellationSignal
  ) throws(ImageError.Cause) -> FoundBitmap {
    let lookup = shared?.lookUp(photo, size, mode)
    defer { lookup?.end() }
    if let found = lookup?.firstAnswer() {
      thumbnails.keep(shared: found, as: size, of: file)
      return found
    }
    lookup?.cancelWhenFound(cancellation)
    let result = decode(photo, for: request.filling(size), unless: cancellation)
    if case .failure(.cancelled) = result, let bitmap = lookup?.rescue {
      thumbnails.keep(shared: .bitmap(bitmap), as: size, of: file)
      return .bitmap(bitmap)
    }
    thumbnails.keep(result, as: size, of: file, isDeferred: !mode.isFinding)
    lookup?.put(PendingThumbnail.Content(result, size))
    return .bitmap(try result.mapError(ImageError.Cause.decoding).get())
  }

  /// Fails with `.changing` if the file changed meanwhile, `.unfinished` if it was written a moment
  /// ago, or a remembered failure without decoding again.
  private func decode(
    _ photo: OpenPhoto, for request: DecodingRequest, unless cancellation: CancellationSignal
  ) -> Result<LoadedBitmap, DecodingError> {
    if let error = failures[photo.version, request.wholeBox] { return .failure(error) }
    do throws(DecodingError) {
      var bitmap = try decoder.decode(.open(photo), for: request, unless: cancellation)
      if !isStable(photo, isWhole: bitmap.info.isComplete) { bitmap.isStable = false }
      return .success(bitmap)
    } catch {
      guard error != .cancelled else { return .failure(error) }
      guard isStable(photo, isWhole: false) else {
        return .failure(photo.isUnchanged ? .unfinished(error) : .changing)
      }
      // A region may exceed limits that the scaled-down whole does not; a frame is not the poster.
      if request.region == nil, request.moment == nil {
        failures.remember(error, of: photo.version, in: request.wholeBox)
      }
      return .failure(error)
    }
  }

  private func isStable(_ photo: OpenPhoto, isWhole: Bool) -> Bool {
    guard photo.isUnchanged else { return false }
    let age = photo.version.modified.wholeSeconds(before: now())
    return isWhole || !(0..<Self.restingSeconds).contains(age)
  }

  private func make(
    _ path: [UInt8], of listed: Photo, as size: ThumbnailSize, _ mode: ThumbnailTier.LookupMode,
    unless cancellation: CancellationSignal
  ) throws(ImageError.Cause) -> WarmingOutcome {
    let request = DecodingRequest(box: size.box)
    guard let thumbnails, let photo = try? OpenPhoto(path: path),
      let file = thumbnails.file(photo, at: path)
    else {
      _ = try find(path, of: listed, for: request, mode, unless: cancellation)
      return .made
    }
    switch thumbnails.entry(of: file, for: request) {
    case .thumbnail, .needsNoPreview: return .there
    case .failure(let reason): return .failed(.remembered(reason))
    case .nothing: break
    }
    let found = try find(
      photo, of: file, for: request, filling: size, mode, in: thumbnails, unless: cancellation)
    guard found != .isShared else { return .there }
    guard found != .madeElsewhere else { return .madeElsewhere }
    let bitmap = try found.get()
    guard bitmap.origin == .file else { return .there }
    guard bitmap.isStable else { return .failed(.decoding(.changing)) }
    guard bitmap.info.isComplete else { return .failed(.decoding(.refused(.truncated))) }
    let sides = bitmap.info.size ?? bitmap.bitmap.size
    guard max(sides.width, sides.height) > ThumbnailSize.normal.side else { return .needsNone }
    if case .nothing = thumbnails.entry(of: file, for: request) { return .failed(.notKept) }
    return .made
  }
}

extension DecodingRequest {
  /// Decodes at the size of a thumbnail, so that one bitmap serves for tile and thumbnail.
  func filling(_ size: ThumbnailSize) -> DecodingRequest {
    var request = self
    request.wholeBox = size.box
    return request
  }
}

/// Remembers file versions that could not be decoded; thread-safe.
struct FailureMemory: Sendable {
  private static let limit = 10_000

  private struct Failure {
    let error: DecodingError
    let box: PixelSize
  }

  private let failures = MemoryCache<FileVersion, Failure>(
    limits: CacheLimits(cost: limit, count: limit, entryCost: 1), expiration: .never,
    clock: ContinuousClock())

  /// Nil if no failure is known for a box in pixels.
  subscript(version: FileVersion, box: PixelSize) -> DecodingError? {
    guard let failure = failures.value(for: version) else { return nil }
    // A smaller box takes less time.
    if case .tookTooLong = failure.error,
      box.width < failure.box.width || box.height < failure.box.height
    {
      return nil
    }
    return failure.error
  }

  func remember(_ error: DecodingError, of version: FileVersion, in box: PixelSize) {
    guard error.isOfContent else { return }
    failures.store(Failure(error: error, box: box), for: version, cost: 1)
  }

  func forgetAll() {
    failures.removeAll()
  }
}
