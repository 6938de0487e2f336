import Addresses
import Catalog
import DecoderMessages
import Decoding
import Feeds
import HTTP
import Imaging
import PictureFormats

/// The first part of a large file: cameras write metadata and a small image before the photo
/// itself.
extension WebPictureLoader {
  /// The small image in the first part of a file; the photo itself if the server sends all of it.
  ///
  /// Nil if there is no small image or none is requested. `thumbnail` is stored if the photo itself
  /// is decoded.
  func pictureInHead(
    of photo: WebPhoto, for request: DecodingRequest, keeping thumbnail: WebThumbnail? = nil
  ) async -> LoadedPicture? {
    guard request.thumbnail != .never, let byteCount = photo.byteCount,
      let address = photo.entry.largestRendition?.address,
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

  /// Whether the whole file is not cached.
  func isMissing(_ photo: WebPhoto) async -> Bool {
    guard let address = photo.entry.largestRendition?.address else { return true }
    return (try? await response(address, of: photo, caching: .onlyIfKept) { _ in })?.isStale ?? true
  }
}

extension WebPhoto {
  /// The size of the first request: the maximum of an EXIF block, which is shorter than 64 KiB.
  static let head = 0..<65_536

  /// Whether the file is several times as long as its first part, and the server has no smaller
  /// renditions.
  var isLarge: Bool {
    guard let byteCount, entry.renditions.count == 1 else { return false }
    return byteCount > Self.head.count * 2 && Photo(self).namedFormat == .jpeg
  }
}

extension LoadedPicture {
  /// Marks an image from the first part of a file as complete: the file itself is not truncated.
  fileprivate func ofWholeFile(byteCount: Int) -> LoadedPicture {
    var picture = self
    picture.info.byteCount = byteCount
    picture.info.isComplete = true
    picture.isBeginning = true
    return picture
  }

  /// Whether it has as many pixels as the whole image would have in the box.
  func suffices(for box: PixelSize) -> Bool {
    guard let size = info.size else { return false }
    return bitmap.size.covers(size.fitted(into: box))
  }
}
