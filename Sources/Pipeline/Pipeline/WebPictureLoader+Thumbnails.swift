import Catalog
import Concurrency
import DecoderMessages
import Decoding
import Feeds
import HTTP
import Imaging
import Thumbnails

/// The thumbnail of a file on a server: it belongs to the version that its listing names, so that nobody need be
/// asked for it.
struct WebThumbnail: Sendable {
  /// The version.
  let file: ServedPhotoFile
  /// The size that is made where there is none.
  let size: ThumbnailSize
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
  }

  /// Whether a response has that version.
  fileprivate func isMade(of response: HTTPResponse) -> Bool {
    !response.isStale && response.isVersion(of: photo)
  }
}

extension WebPictureLoader {
  /// The picture as its thumbnail shows it; nil where the server's file is needed.
  /// - Throws: Why there will be none, where that is written down.
  func picture(
    kept thumbnail: WebThumbnail, for request: DecodingRequest
  ) async throws(ImageError.Cause) -> LoadedPicture? {
    guard let thumbnails else { return nil }
    return try await queue.load { cancellation throws(ImageError.Cause) in
      let entry = thumbnails.entry(of: thumbnail.file, for: request)
      return try thumbnails.picture(in: entry, for: request, unless: cancellation)
    }
  }

  /// Has kept what came of decoding a response; may block.
  func keep(
    _ result: Result<DecodedImage, DecodingError>, of response: HTTPResponse,
    as thumbnail: WebThumbnail
  ) {
    guard let thumbnails, thumbnail.isMade(of: response) else { return }
    thumbnails.keep(result, as: thumbnail.size, of: thumbnail.file)
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
