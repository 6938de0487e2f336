package import Base
package import Catalogs
import DecoderProtocol
package import Imaging
package import SharedTier

/// Loads images of files: from a thumbnail on disk if there is one, else from the file.
///
/// Files that were decoded whole get a thumbnail when the pipeline is idle; those whose embedded
/// thumbnail suffices do not, since that is as fast.
package struct FilePictureLoader: PictureLoading {
  private let decoder: any ImageDecoding
  private let thumbnails: ThumbnailAccess?
  private let shared: SharedTier?
  private let reader: (any MetadataReading)?
  private let queue = WorkQueue(label: "files")
  private let versions = ShownVersions()

  package init(
    decoder: any ImageDecoding, thumbnails: ThumbnailAccess? = nil, shared: SharedTier? = nil,
    reader: (any MetadataReading)? = nil
  ) {
    self.decoder = decoder
    self.thumbnails = thumbnails
    self.shared = shared
    self.reader = reader
  }

  package func picture(
    of photo: Photo, for request: DecodingRequest,
    onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> LoadedPicture {
    guard let path = photo.path?.bytes else { throw .decoding(.notAFile) }
    let picture = try await queue.load { cancellation throws(ImageError.Cause) in
      try load(path, of: photo, for: request, as: request.manner, unless: cancellation)
    }
    return picture.hasAllFacts ? picture : await withFacts(picture, from: path)
  }

  /// Adds metadata of the file: thumbnails of other programs contain little.
  private func withFacts(_ picture: LoadedPicture, from path: [UInt8]) async -> LoadedPicture {
    guard let facts = await reader?.metadata(of: [.file(path)], scope: .index).first,
      let metadata = try? facts.get()
    else { return picture }
    var picture = picture
    picture.info.update(from: metadata)
    return picture
  }

  package func shownVersion(of photo: Photo) -> FileVersion? { versions[photo] }

  package func metadata(of photo: Photo) async throws(ImageError.Cause) -> PhotoMetadata {
    guard let path = photo.path?.bytes else { throw .decoding(.notAFile) }
    return try await reader.metadata(of: .file(path))
  }

  /// Never from a thumbnail, which does not move.
  package func frames(
    of photo: Photo, for request: DecodingRequest, in box: PixelSize
  ) async throws(ImageError.Cause) -> FrameStream {
    guard let path = photo.path?.bytes else { throw .decoding(.notAFile) }
    do throws(DecodingError) {
      return try await queue.run { (cancellation) throws(DecodingError) in
        try decoder.frames(of: .file(path), in: box, unless: cancellation)
      }
    } catch {
      throw .decoding(error)
    }
  }

  package func hasChanged(_ photo: Photo, since moment: Int) async -> Bool {
    guard let path = photo.path?.bytes else { return false }
    let hasChanged = try? await queue.run(orThrow: DecodingError.noThread) {
      FileVersion(path: path).map { $0.changed.seconds >= moment } ?? true
    }
    return hasChanged ?? false
  }

  package func retryFailures() {
    thumbnails?.forgetFailures()
    decoder.retryFailures()
  }

  package func setLoading(_ isLoading: Bool) {
    thumbnails?.setLoading(isLoading)
  }

  package func finish() async {
    await thumbnails?.finish()
  }

  /// Returns when pending uploads to the shared tier are done or given up.
  func finishSharing() async {
    await shared?.finish()
  }

  /// Makes a thumbnail, unless there is one for `size` or an embedded one suffices.
  ///
  /// With `mayLeave`, the photo is left to another machine that is working on it.
  func warm(_ photo: Photo, for size: ThumbnailSize, mayLeave: Bool) async -> WarmingOutcome {
    guard let path = photo.path?.bytes else { return .failed(.decoding(.notAFile)) }
    do throws(ImageError.Cause) {
      return try await queue.load { cancellation throws(ImageError.Cause) in
        try make(
          path, of: photo, as: size, sharing: mayLeave ? .findingOrLeaving : .finding,
          unless: cancellation)
      }
    } catch {
      return WarmingOutcome(error)
    }
  }

  /// Decodes a file for its thumbnail, unless there is one; blocks.
  private func make(
    _ path: [UInt8], of listed: Photo, as size: ThumbnailSize, sharing: SharedLoad.Manner,
    unless cancellation: CancellationSignal
  ) throws(ImageError.Cause) -> WarmingOutcome {
    let request = DecodingRequest(box: size.box)
    guard let thumbnails, let photo = try? OpenPhoto(path: path),
      let file = thumbnails.file(photo, at: path)
    else {
      _ = try load(path, of: listed, for: request, as: sharing, unless: cancellation)
      return .made
    }
    switch thumbnails.entry(of: file, for: request) {
    case .thumbnail, .needsNoPreview: return .there
    case .failure(let reason): throw .remembered(reason)
    case .nothing: break
    }
    let picture = try load(
      photo, of: file, for: request, filling: size, as: sharing, keepingIn: thumbnails,
      unless: cancellation)
    return picture.origin == .file
      ? WarmingOutcome(decoded: picture, keptIn: thumbnails) : .there
  }

  /// Opens the file once: thumbnail lookup, decoding and storing use the version that was opened.
  private func load(
    _ path: [UInt8], of listed: Photo, for request: DecodingRequest,
    as sharing: SharedLoad.Manner, unless cancellation: CancellationSignal
  ) throws(ImageError.Cause) -> LoadedPicture {
    // The decoder reports why a file cannot be opened.
    guard let photo = try? OpenPhoto(path: path) else {
      return try decode(.file(path), for: request, unless: cancellation)
    }
    let picture = try load(photo, at: path, for: request, as: sharing, unless: cancellation)
    versions[listed] = photo.version
    return picture
  }

  private func load(
    _ photo: OpenPhoto, at path: [UInt8], for request: DecodingRequest,
    as sharing: SharedLoad.Manner, unless cancellation: CancellationSignal
  ) throws(ImageError.Cause) -> LoadedPicture {
    guard request.region == nil, let thumbnails, let file = thumbnails.file(photo, at: path) else {
      return try decode(.open(photo), for: request, unless: cancellation)
    }
    let entry = thumbnails.entry(of: file, for: request)
    if let picture = try thumbnails.picture(in: entry, for: request, unless: cancellation) {
      return picture
    }
    guard request.thumbnail != .only, let size = ThumbnailSize(filling: request.box) else {
      return try decode(.open(photo), for: request, unless: cancellation)
    }
    return try load(
      photo, of: file, for: request, filling: size, as: sharing, keepingIn: thumbnails,
      unless: cancellation)
  }

  /// Uses the shared tier, or decodes at the size of a thumbnail, so that one bitmap serves for
  /// both.
  private func load(
    _ photo: OpenPhoto, of file: PhotoFile, for request: DecodingRequest,
    filling size: ThumbnailSize, as sharing: SharedLoad.Manner,
    keepingIn thumbnails: ThumbnailAccess, unless cancellation: CancellationSignal
  ) throws(ImageError.Cause) -> LoadedPicture {
    let large = request.filling(size)
    let asked = SharedLoad(shared, photo, size, sharing)
    defer { asked?.end() }
    let keep: (Result<DecodedImage, DecodingError>) -> Void = { result in
      thumbnails.keep(result, as: size, of: file)
    }
    switch asked?.firstAnswer() {
    case .thumbnail(let thumbnail):
      return picture(of: thumbnail, byteCount: photo.version.byteCount, keep)
    case .there: throw .isShared
    case .madeElsewhere where sharing.mayLeave: throw .madeElsewhere
    default: break
    }
    asked?.cancelWhenFound(cancellation)
    do throws(ImageError.Cause) {
      return try decode(.open(photo), for: large, unless: cancellation) { result in
        keep(result)
        asked?.put(PendingThumbnail.Content(result, size))
      }
    } catch .decoding(.cancelled) {
      guard let thumbnail = asked?.rescue else { throw .decoding(.cancelled) }
      return picture(of: thumbnail, byteCount: photo.version.byteCount, keep)
    }
  }

  /// Also stores the thumbnail on disk, unless an older program version made it.
  private func picture(
    of thumbnail: SharedThumbnail, byteCount: Int,
    _ keep: (Result<DecodedImage, DecodingError>) -> Void
  ) -> LoadedPicture {
    let image = DecodedImage(thumbnail, byteCount: byteCount)
    if thumbnail.hasAllFacts { keep(.success(image)) }
    return LoadedPicture(image, hasAllFacts: thumbnail.hasAllFacts, origin: .shared)
  }

  private func decode(
    _ source: ImageSource, for request: DecodingRequest, unless cancellation: CancellationSignal,
    keeping keep: (Result<DecodedImage, DecodingError>) -> Void = { _ in }
  ) throws(ImageError.Cause) -> LoadedPicture {
    let result = Result { () throws(DecodingError) in
      try decoder.decode(source, for: request, unless: cancellation)
    }
    keep(result)
    return LoadedPicture(
      try result.mapError(ImageError.Cause.decoding).get(), origin: .file)
  }
}
