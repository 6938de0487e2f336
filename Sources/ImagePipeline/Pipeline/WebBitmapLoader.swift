import Base
package import Catalogs
import DecoderProtocol
package import HTTP
package import Imaging

/// Loads bitmaps from the web, through the response cache.
///
/// Of large files without smaller renditions the beginning is loaded first, which of cameras' files
/// contains a small image. The rest is another step, for what stays visible.
package struct WebBitmapLoader: BitmapLoading {
  /// Delay before the rest of a large file is requested: the user may scroll on.
  private static let remainderDelay = Duration.milliseconds(300)

  private let client: HTTPClient
  private let decoder: any ImageDecoding
  private let thumbnails: ThumbnailAccess?
  private let shared: ThumbnailTier?
  private let reader: (any MetadataReading)?
  private let queue = WorkQueue(label: "responses")

  /// `decoder` must not remember failed files, since responses are temporary.
  package init(
    client: HTTPClient, decoder: any ImageDecoding, thumbnails: ThumbnailAccess? = nil,
    shared: ThumbnailTier? = nil, reader: (any MetadataReading)? = nil
  ) {
    (self.client, self.decoder, self.thumbnails) = (client, decoder, thumbnails)
    (self.shared, self.reader) = (shared, reader)
  }

  /// Uses the smallest rendition that suffices; for a region the largest, whole.
  package func bitmap(
    of photo: Photo, for request: DecodingRequest,
    onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> LoadedBitmap {
    try await find(photo, for: request, onProgress: onProgress).get()
  }

  package func firstStep(for request: ImageRequest, isPreviewed: Bool) -> LoadStep {
    let isLarge = request.photo.onWeb?.isLarge == true
    // Not for full-screen images.
    let beginsSmall = isLarge && request.part == nil && request.bitmapKey.size != nil
    var step = LoadStep(request.decoding, lane: beginsSmall ? .beginning : .web)
    step.mayDefer = beginsSmall || !isLarge
    step.seenPixels = request.seenPixels
    return step
  }

  package func load(
    _ photo: Photo, in step: LoadStep, onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> LoadResult<LoadedBitmap> {
    // The first part of a large file arrives sooner than a thumbnail made elsewhere from all of it.
    let isLarge = photo.onWeb?.isLarge == true
    let found = try await find(
      photo, for: step.request,
      as: ThumbnailTier.LookupMode(mayDefer: step.mayDefer && !isLarge), mayDefer: step.mayDefer,
      onProgress: onProgress)
    let remainder = step.next(after: Self.remainderDelay) {
      ($0.mayDefer, $0.request.thumbnail, $0.lane) = (false, .never, .remainder)
    }
    switch found {
    case .bitmap(let bitmap) where bitmap.isBeginning && !bitmap.suffices(for: step):
      return .partial(bitmap, next: remainder)
    case .needsWholeFile: return .partial(nil, next: remainder)
    case .madeElsewhere: return .partial(nil, next: step.afterOtherMachine)
    case .bitmap, .isShared: return .bitmap(try found.get())
    }
  }

  package func warm(
    _ photo: Photo, for size: ThumbnailSize, mayDefer: Bool
  ) async -> WarmingOutcome {
    guard photo.onWeb?.isCard != true else { return .there }
    do throws(ImageError.Cause) {
      let found = try await find(
        photo, for: DecodingRequest(box: size.box),
        as: ThumbnailTier.LookupMode(isFinding: true, mayDefer: mayDefer)
      ) { _ in }
      switch found {
      case .bitmap(let bitmap): return bitmap.origin == .network ? .made : .there
      case .isShared: return .there
      case .madeElsewhere: return .madeElsewhere
      case .needsWholeFile: return .failed(.decoding(.refused(.noThumbnail)))
      }
    } catch {
      return .failed(error)
    }
  }

  /// Finds a thumbnail, on disk or in the shared tier, or loads a rendition from its server.
  func find(
    _ photo: Photo, for request: DecodingRequest,
    as mode: ThumbnailTier.LookupMode = ThumbnailTier.LookupMode(), mayDefer: Bool = false,
    onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> FoundBitmap {
    let (found, rendition) = try rendition(of: photo, for: request)
    let thumbnail = WebThumbnail(of: found, for: request)
    guard let thumbnail, let thumbnails else {
      return try await load(
        found, in: rendition, for: request, mayDefer: mayDefer, keeping: thumbnail,
        onProgress: onProgress)
    }
    let (stored, lookup) = try await queue.load { cancellation throws(ImageError.Cause) in
      try look(up: thumbnail, in: thumbnails, for: request, mode, unless: cancellation)
    }
    if let stored { return stored }
    defer { lookup?.end() }
    let fetch = { @Sendable () async in
      await Result { () async throws(ImageError.Cause) in
        try await load(
          found, in: rendition, for: request, mayDefer: mayDefer,
          keeping: thumbnail.sharing(lookup), onProgress: onProgress)
      }
    }
    guard let lookup else { return try await fetch().get() }
    let result = await lookup.first(or: fetch)
    if case .success(.bitmap(let bitmap)) = result, bitmap.origin == .shared {
      try await queue.load { _ throws(ImageError.Cause) in
        thumbnails.keep(shared: .bitmap(bitmap), as: thumbnail.size, of: thumbnail.file)
      }
    }
    return try result.get()
  }

  /// Looks up the disk, then the shared tier with its initial wait; blocks.
  private func look(
    up thumbnail: WebThumbnail, in thumbnails: ThumbnailAccess, for request: DecodingRequest,
    _ mode: ThumbnailTier.LookupMode, unless cancellation: CancellationSignal
  ) throws(ImageError.Cause) -> (FoundBitmap?, ThumbnailTier.Lookup?) {
    let entry = thumbnails.entry(of: thumbnail.file, for: request)
    if let bitmap = try thumbnails.bitmap(in: entry, for: request, unless: cancellation) {
      return (.bitmap(bitmap), nil)
    }
    guard request.thumbnail != .only, let lookup = thumbnail.lookUp(in: shared, mode) else {
      return (nil, nil)
    }
    guard let found = lookup.firstAnswer() else { return (nil, lookup) }
    thumbnails.keep(shared: found, as: thumbnail.size, of: thumbnail.file)
    return (found, nil)
  }

  private func load(
    _ found: WebPhoto, in rendition: Rendition, for request: DecodingRequest, mayDefer: Bool,
    keeping thumbnail: WebThumbnail?, onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> FoundBitmap {
    if request.thumbnail == .only {
      return .bitmap(try await preview(of: found, before: rendition, for: request.box))
    }
    if request.region != nil {
      // The largest rendition is decoded whole, since other regions may follow.
      let whole = DecodingRequest(box: request.wholeBox)
      return .bitmap(
        try await closeUp(of: found, in: rendition, for: whole, onProgress: onProgress))
    }
    if found.isLarge, await isMissing(found) {
      let small = await bitmapInHead(of: found, for: request, keeping: thumbnail)
      if let small, mayDefer || !small.isBeginning || small.covers(request.box) {
        return .bitmap(small)
      }
      if mayDefer { return .needsWholeFile }
    }
    do throws(ImageError.Cause) {
      return .bitmap(
        try await bitmap(
          rendition, of: found, for: request, caching: .standard, keeping: thumbnail,
          onProgress: onProgress))
    } catch {
      // A server may not have made the smaller renditions of a file yet.
      guard error == .network(.status(404)), let file = found.file(besides: rendition) else {
        throw error
      }
      return .bitmap(
        try await bitmap(
          file, of: found, for: request, caching: .standard, onProgress: onProgress))
    }
  }

  /// The largest rendition, else the largest cached one, so that zooming in never shows less.
  private func closeUp(
    of photo: WebPhoto, in largest: Rendition, for request: DecodingRequest,
    onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> LoadedBitmap {
    let result = await Result { () async throws(ImageError.Cause) in
      try await bitmap(largest, of: photo, for: request, caching: .standard, onProgress: onProgress)
    }
    let came = (try? result.get())?.info.size?.area ?? 0
    var best: (area: Int, rendition: Rendition)?
    for other in photo.renditions where other != largest && !other.isSmaller(than: came) {
      guard !Task.isCancelled else { break }
      // Only its size is needed: decode to the smallest box.
      let look = try? await bitmap(
        other, of: photo, for: DecodingRequest(box: PixelSize(width: 1, height: 1)),
        caching: .onlyIfKept
      ) { _ in }
      let area = look?.info.size?.area ?? 0
      if area > max(came, best?.area ?? 0) { best = (area, other) }
    }
    guard let best,
      let kept = try? await bitmap(
        best.rendition, of: photo, for: request, caching: .onlyIfKept, hasLarger: false,
        onProgress: { _ in })
    else { return try result.get() }
    return kept
  }

  private func bitmap(
    _ rendition: Rendition, of photo: WebPhoto, for request: DecodingRequest,
    caching: HTTPRequest.Caching, hasLarger: Bool? = nil, keeping thumbnail: WebThumbnail? = nil,
    onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> LoadedBitmap {
    let response = try await response(
      rendition.address, of: photo, caching: caching, onProgress: onProgress)
    return try await decode(
      response, for: thumbnail.map { request.filling($0.size) } ?? request,
      hasLarger: hasLarger ?? (rendition != photo.largestRendition), keeping: thumbnail)
  }

  /// Plays the rendition of the still image, which is usually cached.
  package func frames(
    of photo: Photo, for request: DecodingRequest, in box: PixelSize
  ) async throws(ImageError.Cause) -> FrameStream {
    let (found, rendition) = try rendition(of: photo, for: request)
    let response = try await response(rendition.address, of: found, caching: .standard) { _ in }
    // The response must live until the file is open.
    defer { withExtendedLifetime(response) {} }
    return try await queue.decode { [decoder] (cancellation) throws(DecodingError) in
      try decoder.frames(of: response.source, in: box, unless: cancellation)
    }
  }

  private func rendition(
    of photo: Photo, for request: DecodingRequest
  ) throws(ImageError.Cause) -> (WebPhoto, Rendition) {
    guard let found = photo.onWeb,
      let rendition = request.region == nil
        ? found.rendition(sufficingForWidth: request.box.width, height: request.box.height)
        : found.largestRendition
    else { throw .decoding(.refused(.noThumbnail)) }
    return (found, rendition)
  }

  /// A preview from the largest cached smaller rendition; never from the network.
  private func preview(
    of photo: WebPhoto, before rendition: Rendition, for box: PixelSize
  ) async throws(ImageError.Cause) -> LoadedBitmap {
    let smaller = photo.renditions.prefix { $0 != rendition }
    for candidate in smaller.reversed() {
      let kept = try? await response(candidate.address, of: photo, caching: .onlyIfKept) { _ in }
      if let kept { return try await decode(kept, for: DecodingRequest(box: box), hasLarger: true) }
    }
    let request = DecodingRequest(box: box, thumbnail: .whereItSuffices)
    if photo.isLarge, await isMissing(photo),
      let small = await bitmapInHead(of: photo, for: request)
    {
      return small
    }
    throw .decoding(.refused(.noThumbnail))
  }

  /// Metadata of the largest cached rendition, never from the network; completed from the feed.
  package func metadata(of photo: Photo) async throws(ImageError.Cause) -> PhotoMetadata {
    guard let found = photo.onWeb else { throw .decoding(.refused(.noThumbnail)) }
    var cause: ImageError.Cause?
    for rendition in found.renditions.reversed() {
      do throws(ImageError.Cause) {
        let kept = try await response(rendition.address, of: found, caching: .onlyIfKept) { _ in }
        defer { withExtendedLifetime(kept) {} }
        var metadata = try await reader.metadata(of: kept.source)
        metadata.fill(from: PhotoMetadata(found))
        return metadata
      } catch {
        cause = cause ?? error
      }
    }
    let words = PhotoMetadata(found)
    guard words == PhotoMetadata(), let cause else { return words }
    throw cause
  }

  /// The largest rendition; the response is cached as usual.
  package func original(
    of photo: Photo, onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> PhotoOriginal {
    guard let found = photo.onWeb, let address = found.largestRendition?.address else {
      throw .decoding(.notAFile)
    }
    let response = try await response(
      address, of: found, caching: .standard, onProgress: onProgress)
    return try await queue.load { _ throws(ImageError.Cause) in
      let bytes = try rethrowing(as: ImageError.Cause.network) { () throws(NetworkError) in
        try response.body.read()
      }
      return PhotoOriginal(bytes, of: found, at: address, isAsListed: response.isVersion(of: found))
    }
  }

  package func retryFailures() {
    client.forgetFailures()
  }

  /// Returns when responses and thumbnails are on disk, or after some seconds.
  package func finish() async {
    await client.finish()
    await thumbnails?.finish()
  }

  private func response(
    _ address: WebURL, of photo: WebPhoto, caching: HTTPRequest.Caching, range: Range<Int>? = nil,
    onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> HTTPResponse {
    do throws(NetworkError) {
      let request = HTTPRequest(
        try WebAddress(asking: address), caching: caching,
        keptSince: photo.lifetime.keptSince, entityTag: photo.entityTag(of: address), range: range,
        mayReachPrivateNetworks: photo.mayReachPrivateNetworks)
      return try await client.load(request) { onProgress(LoadProgress($0)) }
    } catch {
      throw .network(error)
    }
  }

  private func decode(
    _ response: HTTPResponse, for request: DecodingRequest, hasLarger: Bool,
    keeping thumbnail: WebThumbnail? = nil
  ) async throws(ImageError.Cause) -> LoadedBitmap {
    // The whole file is better than its embedded thumbnail.
    var request = request
    if request.thumbnail == .whereItSuffices { request.thumbnail = .never }
    let decoding = request
    // The response must live until its file is decoded.
    defer { withExtendedLifetime(response) {} }
    var bitmap = try await queue.decode { (cancellation) throws(DecodingError) in
      let result = Result { () throws(DecodingError) in
        try decoder.decode(response.source, for: decoding, unless: cancellation)
      }
      if let thumbnail { keep(result, of: response, as: thumbnail) }
      return try result.get()
    }
    bitmap.origin = Provenance.Origin(response.origin)
    (bitmap.isStale, bitmap.hasLarger) = (response.isStale, hasLarger)
    return bitmap
  }

  /// Stores the result of decoding a response; may block.
  private func keep(
    _ result: Result<LoadedBitmap, DecodingError>, of response: HTTPResponse,
    as thumbnail: WebThumbnail
  ) {
    guard let thumbnails, thumbnail.isMade(of: response) else { return }
    thumbnails.keep(result, as: thumbnail.size, of: thumbnail.file)
    thumbnail.lookup?.put(PendingThumbnail.Content(result, thumbnail.size))
  }

  /// The small image in the first part of a file, or the photo if the server sends all of it, which
  /// is then stored as `thumbnail`; nil if there is none or none is requested.
  private func bitmapInHead(
    of photo: WebPhoto, for request: DecodingRequest, keeping thumbnail: WebThumbnail? = nil
  ) async -> LoadedBitmap? {
    guard request.thumbnail != .never, let byteCount = photo.byteCount,
      let address = photo.largestRendition?.address,
      let head = try? await response(
        address, of: photo, caching: .standard, range: WebPhoto.head, onProgress: { _ in })
    else { return nil }
    guard head.isPart else {
      return try? await decode(
        head, for: thumbnail.map { request.filling($0.size) } ?? request, hasLarger: false,
        keeping: thumbnail)
    }
    let small = try? await decode(
      head, for: DecodingRequest(box: request.box, thumbnail: .only), hasLarger: false)
    return small?.ofWholeFile(byteCount: byteCount)
  }

  private func isMissing(_ photo: WebPhoto) async -> Bool {
    guard let address = photo.largestRendition?.address else { return true }
    return (try? await response(address, of: photo, caching: .onlyIfKept) { _ in })?.isStale ?? true
  }
}

/// The thumbnail of a file on a server; found by the listed version, without a request.
private struct WebThumbnail: Sendable {
  let file: ServedPhotoFile
  let size: ThumbnailSize
  private(set) var lookup: ThumbnailTier.Lookup?
  private let photo: WebPhoto
  private let listed: ServedFile

  /// Nil for parts, large boxes, and photos whose server has made smaller renditions.
  init?(of photo: WebPhoto, for request: DecodingRequest) {
    guard request.region == nil, photo.renditions.count == 1, let listed = photo.file,
      let file = ServedPhotoFile(
        place: listed.place, byteCount: listed.byteCount, modified: listed.modified,
        entityTag: listed.entityTag),
      let size = ThumbnailSize(filling: request.box)
    else { return nil }
    (self.file, self.size, self.photo, self.listed) = (file, size, photo, listed)
  }

  func sharing(_ lookup: ThumbnailTier.Lookup?) -> WebThumbnail {
    var thumbnail = self
    thumbnail.lookup = lookup
    return thumbnail
  }

  /// Blocks.
  func lookUp(in tier: ThumbnailTier?, _ mode: ThumbnailTier.LookupMode) -> ThumbnailTier.Lookup? {
    guard let address = photo.renditions.first?.address else { return nil }
    return tier?.lookUp(listed, at: address, size, mode)
  }

  func isMade(of response: HTTPResponse) -> Bool {
    !response.isStale && response.isVersion(of: photo)
  }
}

extension HTTPResponse {
  /// A file exists as long as the response does.
  fileprivate var source: ImageSource {
    switch body {
    case .bytes(let bytes): .bytes(bytes)
    case .file(let file): .file(Array(file.path.utf8))
    }
  }

  /// As far as known: the file may have been replaced since it was listed.
  fileprivate func isVersion(of photo: WebPhoto) -> Bool {
    guard let file = photo.file else { return true }
    guard !isPart else { return false }
    return file.entityTag.map { headers.entityTag == $0 }
      ?? file.byteCount.map { body.byteCount == $0 } ?? true
  }
}

extension PhotoMetadata {
  fileprivate init(_ photo: WebPhoto) {
    self.init()
    func text(_ bytes: [UInt8]?) -> String? {
      bytes.flatMap { Self.text(String(decoding: $0, as: UTF8.self)) }
    }
    title = text(photo.title?.bytes)
    caption = text(photo.ownExplanation?.bytes)
    size = photo.largestSize
  }
}

extension PhotoLifetime {
  /// Earliest valid response, in seconds since 1970 UTC; nil if the response itself says.
  fileprivate var keptSince: Int? {
    switch self {
    case .asServed, .version: nil
    case .forever: .min
    case .between(let start, _): start
    }
  }
}

extension WebPhoto {
  /// An EXIF block is shorter than 64 KiB.
  fileprivate static let head = 0..<65_536

  /// Several times as long as its first part, without smaller renditions.
  fileprivate var isLarge: Bool {
    guard let byteCount, renditions.count == 1 else { return false }
    return byteCount > Self.head.count * 2 && Photo(self).namedFormat == .jpeg
  }

  /// The original file, if the server lists it as another rendition and it is not a video.
  fileprivate func file(besides rendition: Rendition) -> Rendition? {
    guard file != nil, !isVideo, let largest = largestRendition, largest != rendition
    else { return nil }
    return largest
  }

  fileprivate func entityTag(of address: WebURL) -> String? {
    guard case .version(let tag) = lifetime, address == largestRendition?.address else {
      return nil
    }
    return tag
  }
}

extension Provenance.Origin {
  fileprivate init(_ origin: HTTPResponse.Origin) {
    self =
      switch origin {
      case .network: .network
      case .revalidated: .revalidated
      case .disk: .diskResponse
      case .memory: .memoryResponse
      }
  }
}

extension LoadedBitmap {
  fileprivate func ofWholeFile(byteCount: Int) -> LoadedBitmap {
    var bitmap = self
    bitmap.info.byteCount = byteCount
    bitmap.info.isComplete = true
    bitmap.isBeginning = true
    return bitmap
  }

  fileprivate func suffices(for step: LoadStep) -> Bool {
    fills(step.seenPixels) || bitmap.size == info.size
  }

  fileprivate func covers(_ box: PixelSize) -> Bool {
    guard let size = info.size else { return false }
    return bitmap.size.covers(size.fitted(into: box))
  }
}
