package import Imaging
import PictureFormats

extension ThumbnailStore {
  /// Keeps a thumbnail; blocks, and takes some milliseconds, so that it is called once the picture
  /// is on the screen.
  ///
  /// A picture that is no larger than the smallest class needs none (standard, section 5.3).
  /// - Parameters:
  ///   - bitmap: The picture as it is shown, scaled down to fit the class; smaller only where the
  ///     picture itself is, and then of its size.
  ///   - size: The size class.
  ///   - photo: The file as it was before it was read for the bitmap.
  ///   - info: What is known of the picture; without a size there is no thumbnail.
  /// - Returns: Whether the thumbnail is there now.
  @discardableResult package func keep(
    _ bitmap: Bitmap, as size: ThumbnailSize, of photo: PhotoFile, info: PictureInfo
  ) -> Bool {
    let longest = max(bitmap.size.width, bitmap.size.height)
    guard let picturePixels = info.size,
      longest == size.side || longest < size.side && bitmap.size == picturePixels,
      bitmap.size.area > 0,
      max(picturePixels.width, picturePixels.height) > ThumbnailSize.normal.side
    else { return false }
    return write(photo, to: .size(size)) {
      var texts = ThumbnailTexts(photo, hasLastingInode: Volume.hasLastingInodes(photo.path))
      texts.add(String(picturePixels.width), for: .pictureWidth)
      texts.add(String(picturePixels.height), for: .pictureHeight)
      if let mimeType = info.format?.mimeType { texts.add(mimeType, for: .mimeType) }
      return PNGWriter.encode(bitmap, texts)
    }
  }
}
