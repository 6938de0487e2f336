import Base
package import Catalogs
import DecoderProtocol
package import HTTP
package import Imaging
package import SharedTier

/// Loads images from the web, through the response cache.
package struct WebPictureLoader: PictureLoading {
  private let client: HTTPClient
  let decoder: any ImageDecoding
  let thumbnails: ThumbnailAccess?
  let shared: SharedTier?
  private let reader: (any MetadataReading)?
  let queue = WorkQueue(label: "responses")

  /// `decoder` must not remember failed files, since responses are temporary.
  package init(
    client: HTTPClient, decoder: any ImageDecoding, thumbnails: ThumbnailAccess? = nil,
    shared: SharedTier? = nil, reader: (any MetadataReading)? = nil
  ) {
    self.client = client
    self.decoder = decoder
    self.thumbnails = thumbnails
    self.shared = shared
    self.reader = reader
  }

  /// Uses the smallest rendition that suffices; for a region the largest, whole.
  package func picture(
    of photo: Photo, for request: DecodingRequest,
    onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> LoadedPicture {
    // The first part of a large file arrives sooner than a thumbnail made elsewhere from all of it.
    let manner = photo.onWeb?.isLarge == true ? SharedLoad.Manner.beside : request.manner
    return try await picture(of: photo, for: request, sharing: manner, onProgress: onProgress)
  }

  func picture(
    of photo: Photo, for request: DecodingRequest, sharing manner: SharedLoad.Manner,
    onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> LoadedPicture {
    let (found, rendition) = try rendition(of: photo, for: request)
    guard let thumbnail = WebThumbnail(of: found, for: request) else {
      return try await picture(
        of: found, in: rendition, for: request, keeping: nil, onProgress: onProgress)
    }
    return try await picture(as: thumbnail, for: request, sharing: manner) {
      thumbnail async throws(ImageError.Cause) in
      try await picture(
        of: found, in: rendition, for: request, keeping: thumbnail, onProgress: onProgress)
    }
  }

  /// Loads from the server, without looking for a thumbnail.
  private func picture(
    of found: WebPhoto, in rendition: Rendition, for request: DecodingRequest,
    keeping thumbnail: WebThumbnail?, onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> LoadedPicture {
    if request.thumbnail == .only {
      return try await preview(of: found, before: rendition, for: request.box)
    }
    if request.region != nil {
      return try await closeUp(
        of: found, in: rendition, for: request.ofWhole, onProgress: onProgress)
    }
    if found.isLarge, await isMissing(found) {
      let small = await pictureInHead(of: found, for: request, keeping: thumbnail)
      if let small, request.mayPutOff || !small.isBeginning || small.suffices(for: request.box) {
        return small
      }
      if request.mayPutOff { throw .needsWholeFile }
    }
    do throws(ImageError.Cause) {
      return try await picture(
        rendition, of: found, for: request, caching: .standard, keeping: thumbnail,
        onProgress: onProgress)
    } catch {
      // A server may not have made the smaller renditions of a file yet.
      guard error == .network(.status(404)), let file = found.file(besides: rendition) else {
        throw error
      }
      return try await picture(
        file, of: found, for: request, caching: .standard, onProgress: onProgress)
    }
  }

  /// The largest rendition, or if that fails or is smaller than expected, the largest cached one,
  /// so that zooming in never shows less.
  private func closeUp(
    of photo: WebPhoto, in largest: Rendition, for request: DecodingRequest,
    onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> LoadedPicture {
    let result: Result<LoadedPicture, ImageError.Cause>
    do throws(ImageError.Cause) {
      result = .success(
        try await picture(
          largest, of: photo, for: request, caching: .standard, onProgress: onProgress))
    } catch {
      result = .failure(error)
    }
    let came = (try? result.get())?.info.size?.area ?? 0
    var best: (area: Int, rendition: Rendition)?
    for other in photo.entry.renditions where other != largest && !other.isSmaller(than: came) {
      guard !Task.isCancelled else { break }
      // Only its size is needed: decode to the smallest box.
      let look = try? await picture(
        other, of: photo, for: DecodingRequest(box: PixelSize(width: 1, height: 1)),
        caching: .onlyIfKept
      ) { _ in }
      let area = look?.info.size?.area ?? 0
      if area > max(came, best?.area ?? 0) { best = (area, other) }
    }
    guard let best,
      let kept = try? await picture(
        best.rendition, of: photo, for: request, caching: .onlyIfKept, hasLarger: false,
        onProgress: { _ in })
    else { return try result.get() }
    return kept
  }

  private func picture(
    _ rendition: Rendition, of photo: WebPhoto, for request: DecodingRequest,
    caching: HTTPRequest.Caching, hasLarger: Bool? = nil, keeping thumbnail: WebThumbnail? = nil,
    onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> LoadedPicture {
    let response = try await response(
      rendition.address, of: photo, caching: caching, onProgress: onProgress)
    return try await decode(
      response, for: thumbnail.map { request.filling($0.size) } ?? request,
      hasLarger: hasLarger ?? (rendition != photo.entry.largestRendition), keeping: thumbnail)
  }

  /// Plays the rendition of the still image, which is usually cached.
  package func frames(
    of photo: Photo, for request: DecodingRequest, in box: PixelSize
  ) async throws(ImageError.Cause) -> FrameStream {
    let (found, rendition) = try rendition(of: photo, for: request)
    let response = try await response(rendition.address, of: found, caching: .standard) { _ in }
    do throws(DecodingError) {
      // The response must live until the file is open.
      defer { withExtendedLifetime(response) {} }
      return try await queue.run { [decoder] (cancellation) throws(DecodingError) in
        try decoder.frames(of: response.source, in: box, unless: cancellation)
      }
    } catch {
      throw .decoding(error)
    }
  }

  private func rendition(
    of photo: Photo, for request: DecodingRequest
  ) throws(ImageError.Cause) -> (WebPhoto, Rendition) {
    guard let found = photo.onWeb,
      let rendition = request.region == nil
        ? found.entry.rendition(
          sufficingForWidth: request.box.width, height: request.box.height)
        : found.entry.largestRendition
    else { throw .decoding(.refused(.noThumbnail)) }
    return (found, rendition)
  }

  /// A preview from the largest cached smaller rendition; never from the network.
  private func preview(
    of photo: WebPhoto, before rendition: Rendition, for box: PixelSize
  ) async throws(ImageError.Cause) -> LoadedPicture {
    let smaller = photo.entry.renditions.prefix { $0 != rendition }
    for candidate in smaller.reversed() {
      let kept = try? await response(candidate.address, of: photo, caching: .onlyIfKept) { _ in }
      if let kept {
        return try await decode(kept, for: DecodingRequest(box: box), hasLarger: true)
      }
    }
    let request = DecodingRequest(box: box, thumbnail: .whereItSuffices)
    if photo.isLarge, await isMissing(photo),
      let picture = await pictureInHead(of: photo, for: request)
    {
      return picture
    }
    throw .decoding(.refused(.noThumbnail))
  }

  /// Metadata of the largest cached rendition, never from the network; completed from the feed.
  package func metadata(of photo: Photo) async throws(ImageError.Cause) -> PhotoMetadata {
    guard let found = photo.onWeb else { throw .decoding(.refused(.noThumbnail)) }
    var cause: ImageError.Cause?
    for rendition in found.entry.renditions.reversed() {
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

  /// False: the lifetime of a response is up to its server.
  package func hasChanged(_ photo: Photo, since moment: Int) async -> Bool { false }

  package func retryFailures() {
    client.forgetFailures()
  }

  /// Returns when responses and thumbnails are on disk, or after some seconds.
  package func finish() async {
    await client.finish()
    await thumbnails?.finish()
  }

  func response(
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

  func decode(
    _ response: HTTPResponse, for request: DecodingRequest, hasLarger: Bool,
    keeping thumbnail: WebThumbnail? = nil
  ) async throws(ImageError.Cause) -> LoadedPicture {
    // The whole file is better than its embedded thumbnail.
    var request = request
    if request.thumbnail == .whereItSuffices { request.thumbnail = .never }
    let decoding = request
    do throws(DecodingError) {
      // The response must live until its file is decoded.
      defer { withExtendedLifetime(response) {} }
      let image = try await queue.run { (cancellation) throws(DecodingError) in
        let result = Result { () throws(DecodingError) in
          try decoder.decode(response.source, for: decoding, unless: cancellation)
        }
        if let thumbnail { keep(result, of: response, as: thumbnail) }
        return try result.get()
      }
      return LoadedPicture(
        image, origin: Provenance.Origin(response.origin), isStale: response.isStale,
        hasLarger: hasLarger)
    } catch {
      throw .decoding(error)
    }
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
}

extension PhotoMetadata {
  fileprivate init(_ photo: WebPhoto) {
    self.init()
    func text(_ bytes: [UInt8]?) -> String? {
      bytes.flatMap { Self.text(String(decoding: $0, as: UTF8.self)) }
    }
    title = text(photo.title)
    caption = text(photo.explanation)
    size = photo.entry.largestSize
  }
}

extension DecodingRequest {
  /// For a region, the largest rendition is decoded whole, since other regions may follow.
  fileprivate var ofWhole: DecodingRequest {
    region == nil ? self : DecodingRequest(box: wholeBox)
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
  /// The original file, if the server lists it as another rendition and it is not a video.
  fileprivate func file(besides rendition: Rendition) -> Rendition? {
    guard entry.file != nil, !isVideo, let largest = entry.largestRendition, largest != rendition
    else { return nil }
    return largest
  }

  fileprivate func entityTag(of address: WebURL) -> String? {
    guard case .version(let tag) = lifetime, address == entry.largestRendition?.address else {
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
