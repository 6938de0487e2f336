import DecoderMessages
package import Imaging
import PictureFormats

extension PictureDecoder {
  /// Decodes a photo's embedded thumbnail, turned like the photo; nil where it may not be used.
  /// - Throws: `PictureError.noThumbnail` where nothing else is wanted.
  func decodeThumbnail(of photo: JPEGPicture) throws(PictureError) -> DecodedPicture? {
    switch thumbnail {
    case .never:
      return nil
    case .whereItSuffices:
      return usableThumbnail(of: photo)
    case .only:
      guard let picture = usableThumbnail(of: photo) else { throw .noThumbnail }
      return picture
    }
  }

  /// Decodes a photo's embedded thumbnail as `decodeThumbnail(of:)` does; it is complete where the
  /// photo is.
  /// - Parameters:
  ///   - photo: The photo.
  ///   - file: The whole file of the photo.
  /// - Returns: The picture; nil where the thumbnail may not be used.
  /// - Throws: `PictureError.noThumbnail` where nothing else is wanted.
  func decodeThumbnail(
    of photo: JPEGPicture, in file: UnsafeBufferPointer<UInt8>
  ) throws(PictureError) -> DecodedPicture? {
    guard var picture = try decodeThumbnail(of: photo) else { return nil }
    if unsafe !JPEGEnding.isThere(in: file, from: photo.header.scanStart) {
      picture.info.isComplete = false
    }
    return picture
  }

  private func usableThumbnail(of photo: JPEGPicture) -> DecodedPicture? {
    let exif = photo.header.exif
    let storedBox = exif.orientation.shown(rule.box)
    guard exif.mayBelong(to: photo.header.size), let small = Self.picture(exif.thumbnail) else {
      return nil
    }
    let shape = ThumbnailRule(photo: photo.header.size, thumbnail: small.header.size)
    let mayBeUsed = thumbnail == .only ? shape.hasSameShape : shape.suffices(for: storedBox)
    let size = shape.size(in: storedBox)
    guard mayBeUsed,
      let pixels = try? small.pixels(for: PictureCut(allOf: small.header.size, target: size)),
      pixels.isComplete || thumbnail == .only,
      JPEGCorner(of: photo)?.mayBelong(to: pixels.bitmap, of: photo.header.size) ?? true
    else { return nil }
    let bitmap = small.bitmap(of: pixels, size, fallback: photo.header.colors)
    return DecodedPicture(
      bitmap: bitmap.turned(by: exif.orientation),
      info: exif.info(of: photo.header.size, isComplete: pixels.isComplete), isFromThumbnail: true)
  }

  private static func picture(_ thumbnail: [UInt8]?) -> JPEGPicture? {
    guard let thumbnail, PictureFormat(signatureOf: thumbnail) == .jpeg else { return nil }
    return try? JPEGPicture(thumbnail)
  }
}

/// When an embedded thumbnail may stand for its photo.
package struct ThumbnailRule {
  /// How far the proportions may differ, as a share.
  ///
  /// Rounding to whole pixels needs up to 1 %; a camera that puts black bars round a photo of 3:2
  /// to make it 4:3 is off by 12 %.
  static let tolerance = 0.02

  /// The stored sizes of the photo and of its thumbnail, in pixels.
  let photo: PixelSize
  let thumbnail: PixelSize

  /// Takes the stored sizes of both, in pixels.
  package init(photo: PixelSize, thumbnail: PixelSize) {
    self.photo = photo
    self.thumbnail = thumbnail
  }

  /// Whether both have the same proportions, so that no bars and no other crop are shown.
  package var hasSameShape: Bool {
    let photoShape = Double(photo.width) * Double(thumbnail.height)
    let thumbnailShape = Double(thumbnail.width) * Double(photo.height)
    return abs(thumbnailShape - photoShape) <= photoShape * Self.tolerance
  }

  /// Whether the thumbnail is as good as the photo in a box: nothing would be enlarged.
  /// - Parameter box: The box in pixels, turned as the photo is stored.
  /// - Returns: False also where the proportions differ.
  package func suffices(for box: PixelSize) -> Bool {
    hasSameShape && thumbnail.covers(photo.fitted(into: box))
  }

  /// The size of the bitmap that the thumbnail gives in a box.
  /// - Parameter box: The box in pixels, turned as the photo is stored.
  /// - Returns: The photo's own fitted size where the thumbnail is large enough for that, otherwise
  ///   the thumbnail's, in pixels.
  package func size(in box: PixelSize) -> PixelSize {
    let wanted = photo.fitted(into: box)
    return thumbnail.covers(wanted) ? wanted : thumbnail.fitted(into: box)
  }
}
