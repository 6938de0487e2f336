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
  /// So much is asked for: what EXIF may have at most (its block is shorter than 64 KiB).
  static let head = 0..<65_536

  /// The small picture at the beginning of a file of several times that length, of which no more is asked for.
  /// - Parameters:
  ///   - photo: Whose file it is.
  ///   - request: How large the picture is wanted.
  ///   - mustSuffice: Whether it must be as good as the photo itself in that box.
  ///   - thumbnail: What becomes of the photo itself where it comes; nil where nothing does.
  /// - Returns: The photo itself where the server sends all of it; nil where there is no small picture, the
  ///   file is there already, or its server has smaller pictures of it.
  func pictureInHead(
    of photo: WebPhoto, for request: DecodingRequest, mustSuffice: Bool,
    keeping thumbnail: WebThumbnail? = nil
  ) async -> LoadedPicture? {
    guard let byteCount = photo.byteCount, byteCount > Self.head.count * 2,
      photo.entry.renditions.count == 1, request.thumbnail != .never,
      Photo(photo).namedFormat == .jpeg,
      let address = photo.entry.largestRendition?.address,
      await isMissing(address, of: photo),
      let head = try? await response(
        address, of: photo, caching: .standard, range: Self.head, onProgress: { _ in })
    else { return nil }
    guard head.isPart else {
      return try? await decode(
        head, for: thumbnail.map { request.filling($0.size) } ?? request, hasLarger: false,
        keeping: thumbnail)
    }
    guard
      let small = try? await decode(
        head, for: DecodingRequest(box: request.box, thumbnail: .only), hasLarger: false)
    else { return nil }
    let picture = small.ofWholeFile(byteCount: byteCount)
    return !mustSuffice || picture.suffices(for: request.box) ? picture : nil
  }

  /// Whether the whole file has not been kept.
  private func isMissing(_ address: WebURL, of photo: WebPhoto) async -> Bool {
    (try? await response(address, of: photo, caching: .onlyIfKept) { _ in })?.isStale ?? true
  }
}

extension LoadedPicture {
  /// The same where it was made of the beginning of a file whose size its server has said: that the rest did not
  /// come is no fault of the file.
  fileprivate func ofWholeFile(byteCount: Int) -> LoadedPicture {
    var picture = self
    picture.info.byteCount = byteCount
    picture.info.isComplete = true
    return picture
  }

  /// Whether it has as many pixels as the whole picture would have in a box in pixels.
  fileprivate func suffices(for box: PixelSize) -> Bool {
    guard let size = info.size else { return false }
    return bitmap.size.covers(size.fitted(into: box))
  }
}
