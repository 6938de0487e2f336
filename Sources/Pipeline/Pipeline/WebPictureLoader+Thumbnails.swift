import Addresses
import Catalog
import Concurrency
import DecoderMessages
import Decoding
import Feeds
import HTTP
import Imaging
import SharedTier
import Thumbnails

/// The thumbnail of a file on a server: it belongs to the version that its listing names, so that nobody need be
/// asked for it.
struct WebThumbnail: Sendable {
  /// The version.
  let file: ServedPhotoFile
  /// The size that is made where there is none.
  let size: ThumbnailSize
  /// What all machines know the version by; nil where its server does not vouch for every byte of it.
  let identity: ContentIdentity?
  /// Where it is shared when it has been made; nil where it is not.
  private(set) var shared: SharedLoad?
  private let photo: WebPhoto

  /// Nil where there are none: for a part of a picture, a box that is too large, and what comes in several sizes,
  /// of which the server has made the small ones.
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

  /// The same, which is shared when it has been made.
  func sharing(_ load: SharedLoad) -> WebThumbnail {
    var thumbnail = self
    thumbnail.shared = load
    return thumbnail
  }

  /// Whether a response has that version.
  fileprivate func isMade(of response: HTTPResponse) -> Bool {
    !response.isStale && response.isVersion(of: photo)
  }
}

extension WebPictureLoader {
  /// The picture as its thumbnail shows it, here or in the shared tier, or else as it is loaded.
  /// - Parameters:
  ///   - thumbnail: What is looked for.
  ///   - request: How large the picture is wanted.
  ///   - manner: How the shared tier is asked.
  ///   - load: Loads it, and keeps the thumbnail that it is given.
  /// - Returns: The picture.
  /// - Throws: Why there will be none.
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

  /// What the thumbnails here say, and where they say nothing, the shared tier at once; blocks.
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

  /// A thumbnail of the shared tier, which is kept here as well unless an older version has made it; may block.
  private func picture(
    of shared: SharedThumbnail, as thumbnail: WebThumbnail, in thumbnails: ThumbnailAccess
  ) -> LoadedPicture {
    let image = DecodedImage(shared, byteCount: thumbnail.file.byteCount)
    if shared.hasAllFacts {
      thumbnails.keep(.success(image), as: thumbnail.size, of: thumbnail.file)
    }
    return LoadedPicture(image, hasAllFacts: shared.hasAllFacts, origin: .shared)
  }

  /// Has kept what came of decoding a response; may block.
  func keep(
    _ result: Result<DecodedImage, DecodingError>, of response: HTTPResponse,
    as thumbnail: WebThumbnail
  ) {
    guard let thumbnails, thumbnail.isMade(of: response) else { return }
    thumbnails.keep(result, as: thumbnail.size, of: thumbnail.file)
    thumbnail.shared?.put(PendingThumbnail.Content(result, thumbnail.size))
  }
}

/// What the thumbnails say of a photo.
private enum FoundThumbnail: Sendable {
  case there(LoadedPicture)
  /// Another machine makes it.
  case madeElsewhere
  /// There is none; who has been asked all the same.
  case missing(SharedLoad?)

  func get() throws(ImageError.Cause) -> LoadedPicture {
    guard case .there(let picture) = self else { throw .madeElsewhere }
    return picture
  }
}

extension ContentIdentity {
  /// A file on a server by its strong validator (RFC 9110, section 8.8.1), its size and its address, without who asks
  /// for it; nil where one of them is not known.
  fileprivate init?(_ file: ServedFile, at address: WebURL?) {
    guard let address, let byteCount = file.byteCount, let tag = file.entityTag, !file.isTagWeak
    else { return nil }
    self = .served(
      place: Array(address.publicText.utf8), byteCount: byteCount, tag: Array(tag.utf8))
  }
}

extension DecodingRequest {
  /// The same, decoded as large as a thumbnail is to be: then one bitmap is tile and thumbnail.
  func filling(_ size: ThumbnailSize) -> DecodingRequest {
    var request = self
    request.wholeBox = size.box
    return request
  }
}
