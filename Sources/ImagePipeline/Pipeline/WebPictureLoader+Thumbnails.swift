import Base
import Catalogs
import DecoderProtocol
import HTTP
import Imaging
import SharedTier

/// The thumbnail of a file on a server; found by the listed version, without a request.
struct WebThumbnail: Sendable {
  let file: ServedPhotoFile
  let size: ThumbnailSize
  /// Shared by all machines; nil if the server does not guarantee every byte of the version.
  let identity: ContentIdentity?
  private(set) var shared: SharedLoad?
  private let photo: WebPhoto

  /// Nil for parts, large boxes, and photos whose server has made smaller renditions.
  init?(of photo: WebPhoto, for request: DecodingRequest) {
    guard request.region == nil, photo.entry.renditions.count == 1, let file = photo.file,
      let served = ServedPhotoFile(
        place: file.place, byteCount: file.byteCount, modified: file.modified,
        entityTag: file.entityTag),
      let size = ThumbnailSize(filling: request.box)
    else { return nil }
    self.file = served
    self.size = size
    self.photo = photo
    identity = ContentIdentity(file, at: photo.entry.renditions.first?.address)
  }

  func sharing(_ load: SharedLoad) -> WebThumbnail {
    var thumbnail = self
    thumbnail.shared = load
    return thumbnail
  }

  fileprivate func isMade(of response: HTTPResponse) -> Bool {
    !response.isStale && response.isVersion(of: photo)
  }
}

extension WebPictureLoader {
  /// From the thumbnail on disk or in the shared tier, or else from `load`, which stores one.
  func picture(
    as thumbnail: WebThumbnail, for request: DecodingRequest, sharing manner: SharedLoad.Manner,
    or load: @escaping @Sendable (WebThumbnail) async throws(ImageError.Cause) -> LoadedPicture
  ) async throws(ImageError.Cause) -> LoadedPicture {
    guard let thumbnails else { return try await load(thumbnail) }
    let found = try await queue.load { cancellation throws(ImageError.Cause) in
      try look(up: thumbnail, in: thumbnails, for: request, manner, unless: cancellation)
    }
    guard case .missing(let asked) = found else { return try found.get() }
    guard let asked else { return try await load(thumbnail) }
    defer { asked.end() }
    let first = await asked.first { () async -> Result<LoadedPicture, ImageError.Cause> in
      do throws(ImageError.Cause) {
        return .success(try await load(thumbnail.sharing(asked)))
      } catch {
        return .failure(error)
      }
    }
    switch first {
    case .loaded(let result): return try result.get()
    case .found(let shared):
      return try await queue.load { _ throws(ImageError.Cause) in
        picture(of: shared, as: thumbnail, in: thumbnails)
      }
    }
  }

  /// Looks up the disk, then the shared tier with its initial wait; blocks.
  private func look(
    up thumbnail: WebThumbnail, in thumbnails: ThumbnailAccess, for request: DecodingRequest,
    _ manner: SharedLoad.Manner, unless cancellation: CancellationSignal
  ) throws(ImageError.Cause) -> FoundThumbnail {
    let entry = thumbnails.entry(of: thumbnail.file, for: request)
    if let picture = try thumbnails.picture(in: entry, for: request, unless: cancellation) {
      return .there(picture)
    }
    guard request.thumbnail != .only,
      let asked = SharedLoad(shared, thumbnail.identity, thumbnail.size, manner)
    else { return .missing(nil) }
    switch asked.firstAnswer() {
    case .thumbnail(let shared): return .there(picture(of: shared, as: thumbnail, in: thumbnails))
    case .there: throw .isShared
    case .madeElsewhere where manner.mayLeave: return .madeElsewhere
    default: return .missing(asked)
    }
  }

  /// Also stores the thumbnail on disk, unless an older program version made it; may block.
  private func picture(
    of shared: SharedThumbnail, as thumbnail: WebThumbnail, in thumbnails: ThumbnailAccess
  ) -> LoadedPicture {
    let image = DecodedImage(shared, byteCount: thumbnail.file.byteCount)
    if shared.hasAllFacts {
      thumbnails.keep(.success(image), as: thumbnail.size, of: thumbnail.file)
    }
    return LoadedPicture(image, hasAllFacts: shared.hasAllFacts, origin: .shared)
  }

  /// Stores the result of decoding a response; may block.
  func keep(
    _ result: Result<DecodedImage, DecodingError>, of response: HTTPResponse,
    as thumbnail: WebThumbnail
  ) {
    guard let thumbnails, thumbnail.isMade(of: response) else { return }
    thumbnails.keep(result, as: thumbnail.size, of: thumbnail.file)
    thumbnail.shared?.put(PendingThumbnail.Content(result, thumbnail.size))
  }
}

private enum FoundThumbnail: Sendable {
  case there(LoadedPicture)
  case madeElsewhere
  case missing(SharedLoad?)

  func get() throws(ImageError.Cause) -> LoadedPicture {
    guard case .there(let picture) = self else { throw .madeElsewhere }
    return picture
  }
}

extension ContentIdentity {
  /// Strong validator (RFC 9110, section 8.8.1), size, and address without credentials.
  fileprivate init?(_ file: ServedFile, at address: WebURL?) {
    guard let address, let byteCount = file.byteCount, let tag = file.entityTag, !file.isTagWeak
    else { return nil }
    self = .served(
      place: Array(address.publicText.utf8), byteCount: byteCount, tag: Array(tag.utf8))
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
