import Base
import Catalogs
import DecoderProtocol
import HTTP
import Imaging

/// Cameras write metadata and a small image before the photo itself.
extension WebPictureLoader {
  /// The small image in the first part of a file, or the photo if the server sends all of it.
  ///
  /// Nil if there is no small image or none is requested. `thumbnail` is stored with the photo.
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

  func isMissing(_ photo: WebPhoto) async -> Bool {
    guard let address = photo.entry.largestRendition?.address else { return true }
    return (try? await response(address, of: photo, caching: .onlyIfKept) { _ in })?.isStale ?? true
  }
}

extension WebPhoto {
  /// An EXIF block is shorter than 64 KiB.
  static let head = 0..<65_536

  /// Several times as long as its first part, without smaller renditions.
  var isLarge: Bool {
    guard let byteCount, entry.renditions.count == 1 else { return false }
    return byteCount > Self.head.count * 2 && Photo(self).namedFormat == .jpeg
  }
}

extension LoadedPicture {
  fileprivate func ofWholeFile(byteCount: Int) -> LoadedPicture {
    var picture = self
    picture.info.byteCount = byteCount
    picture.info.isComplete = true
    picture.isBeginning = true
    return picture
  }

  func suffices(for box: PixelSize) -> Bool {
    guard let size = info.size else { return false }
    return bitmap.size.covers(size.fitted(into: box))
  }
}
