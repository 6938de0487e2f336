package import Base
package import Catalogs
package import Imaging

/// Callable from any thread.
package protocol ImageLoading: Sendable {
  /// The cached tile, without waiting; may be called while drawing.
  func cachedTile(for request: ImageRequest) -> LoadedTile?

  /// A cached tile of the photo for another size or form, to show as a preview; does not wait.
  func placeholder(for request: ImageRequest) -> LoadedTile?

  /// The stream ends after a tile or a failure; a load without subscribers is cancelled.
  func responses(for request: ImageRequest) async -> AsyncStream<ImageResponse>

  /// Nil if motion is not supported. Nothing is opened before the first frame is pulled.
  func motion(for request: ImageRequest) -> (any PhotoMotion)?

  /// Downloads the file of a photo on the web; throws `.decoding(.notAFile)` for a local file.
  /// `onProgress` runs on a thread that must not wait.
  func original(
    of photo: Photo, onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> PhotoOriginal

  /// Of a photo on the web from its cached response and its feed; all text is untrusted. A
  /// cancelled task ends at the next step.
  func metadata(of photo: Photo) async throws(ImageError.Cause) -> PhotoMetadata

  /// A whole photo shown at more than 1024 pixels a side may be counted at reduced size.
  func histogram(of view: SeenPicture) async throws(ImageError.Cause) -> ToneHistogram

  func retryFailures()

  /// Removes the cached tiles whose files changed since they were loaded; returns their requests.
  func forgetChanged(among shown: [ImageRequest: LoadedTile]) async -> Set<ImageRequest>

  /// The version of the file last read for the image, if any; does not wait.
  func shownVersion(of photo: Photo) -> FileVersion?

  func forgetBitmaps(of photo: Photo)

  /// Removes the bitmaps of close-ups, which may be large.
  func forgetCloseUps()

  func forgetBitmaps() -> Int

  /// Most urgent first; all others come last. The first `focusedCount` are the only ones in view
  /// (the viewer), the first `visibleCount` are visible, and the rest is prefetched.
  func prioritise(_ requests: [ImageRequest], focused focusedCount: Int, visible visibleCount: Int)
}

extension ImageLoading {
  package func placeholder(for request: ImageRequest) -> LoadedTile? { nil }

  package func motion(for request: ImageRequest) -> (any PhotoMotion)? { nil }

  package func original(
    of photo: Photo, onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> PhotoOriginal {
    throw .decoding(.notAFile)
  }

  package func metadata(of photo: Photo) async throws(ImageError.Cause) -> PhotoMetadata {
    throw .decoding(.decoderUnavailable)
  }

  package func histogram(of view: SeenPicture) async throws(ImageError.Cause) -> ToneHistogram {
    throw .decoding(.decoderUnavailable)
  }

  package func shownVersion(of photo: Photo) -> FileVersion? { nil }

  package func forgetBitmaps(of photo: Photo) {}

  package func forgetCloseUps() {}

  package func forgetBitmaps() -> Int { 0 }
}

/// Responses of a load: optional hint, previews and progress, then exactly one tile or failure.
package enum ImageResponse: Hashable, Sendable {
  case progress(LoadProgress)
  /// A blurred tile before anything of the image is there; precedes all previews.
  case hint(Tile)
  case preview(LoadedTile)
  case tile(LoadedTile)
  case failure(ImageError)
}

package struct SeenPicture: Hashable, Sendable {
  package let request: ImageRequest
  /// Nil for all that the tile shows.
  package let part: PicturePart?

  package init(_ request: ImageRequest, part: PicturePart? = nil) {
    (self.request, self.part) = (request, part)
  }
}

/// The file of a photo, as downloaded from its server.
package struct PhotoOriginal: Sendable {
  /// Local file name: without slashes, not hidden.
  package let name: ByteString
  /// Modification time on the server, in seconds since 1970 UTC; nil if unknown.
  package let modified: Int?
  /// Untrusted.
  package let bytes: [UInt8]
  /// Whether it is the listed version, as far as known.
  package let isAsListed: Bool

  package init(name: ByteString, modified: Int?, bytes: [UInt8], isAsListed: Bool) {
    (self.name, self.modified, self.bytes, self.isAsListed) = (name, modified, bytes, isAsListed)
  }

  init(_ bytes: [UInt8], of photo: WebPhoto, at address: WebURL, isAsListed: Bool) {
    let name = Self.name(
      photo.file?.name ?? ByteString(address.lastPart), format: PictureFormat(signatureOf: bytes))
    self.init(name: name, modified: photo.modified, bytes: bytes, isAsListed: isAsListed)
  }

  /// Makes a server's name safe: in no other folder, not hidden, with an extension of an image.
  package static func name(_ given: ByteString, format: PictureFormat?) -> ByteString {
    let shown = given.bytes.drop { $0 == UInt8(ascii: ".") }
    let safe = shown.map { $0 == UInt8(ascii: "/") || $0 == 0 ? UInt8(ascii: "_") : $0 }
    let name = ByteString(safe.isEmpty ? Array("photo".utf8) : safe)
    guard PictureFormat(fileName: name.bytes) == nil,
      let suffix = format?.descriptor.extensions.first
    else { return name }
    return ByteString(name.bytes + Array(".\(suffix)".utf8))
  }
}

extension WebURL {
  fileprivate var lastPart: [UInt8] {
    path.split(separator: "/").last.map { PercentEncoding.decoded($0.utf8) } ?? Array(host.utf8)
  }
}
