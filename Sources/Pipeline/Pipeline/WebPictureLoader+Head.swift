import Addresses
import Catalog
import DecoderMessages
import Decoding
import Feeds
import HTTP
import Imaging
import PictureFormats

/// The first part of a large file on a server: a camera writes what it says of a photo, and a small picture of it,
/// before the photo itself.
extension WebPictureLoader {
  /// The small picture at the beginning of a large file, of which no more is asked for.
  /// - Parameters:
  ///   - photo: Whose file it is.
  ///   - request: How large the picture is wanted.
  ///   - thumbnail: What becomes of the photo itself where it comes; nil where nothing does.
  /// - Returns: The photo itself where the server sends all of it; nil where there is no small picture, or none is wanted.
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

  /// Whether the whole file of a photo has not been kept.
  func isMissing(_ photo: WebPhoto) async -> Bool {
    guard let address = photo.entry.largestRendition?.address else { return true }
    return (try? await response(address, of: photo, caching: .onlyIfKept) { _ in })?.isStale ?? true
  }
}

extension WebPhoto {
  /// So much is asked for at first: what EXIF may have at most (its block is shorter than 64 KiB).
  static let head = 0..<65_536

  /// Whether its file is several times as long as its beginning, in which there may be a small picture, and its server
  /// has no smaller pictures of it.
  var isLarge: Bool {
    guard let byteCount, entry.renditions.count == 1 else { return false }
    return byteCount > Self.head.count * 2 && Photo(self).namedFormat == .jpeg
  }
}

extension LoadedPicture {
  /// The same where it was made of the beginning of a file whose size its server has said: that the rest did not
  /// come is no fault of the file.
  fileprivate func ofWholeFile(byteCount: Int) -> LoadedPicture {
    var picture = self
    picture.info.byteCount = byteCount
    picture.info.isComplete = true
    picture.isBeginning = true
    return picture
  }

  /// Whether it has as many pixels as the whole picture would have in a box in pixels.
  func suffices(for box: PixelSize) -> Bool {
    guard let size = info.size else { return false }
    return bitmap.size.covers(size.fitted(into: box))
  }
}
