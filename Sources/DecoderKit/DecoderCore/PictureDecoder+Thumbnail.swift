import DecoderProtocol
package import Imaging

extension PictureDecoder {
  /// Nil if the thumbnail is not usable, or `.noThumbnail` if nothing else was requested.
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

  /// Like `decodeThumbnail(of:)`, but complete only if the photo is.
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
      let pixels = try? small.pixels(for: CropScale(allOf: small.header.size, target: size)),
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

/// When an embedded thumbnail may substitute its photo.
package struct ThumbnailRule {
  /// Rounding needs up to 1 %; a 3:2 photo with black bars to make it 4:3 differs by 12 %.
  static let tolerance = 0.02

  let photo: PixelSize
  let thumbnail: PixelSize

  package init(photo: PixelSize, thumbnail: PixelSize) {
    self.photo = photo
    self.thumbnail = thumbnail
  }

  /// Whether the proportions match, so that there are no bars and no other crop.
  package var hasSameShape: Bool {
    let photoShape = Double(photo.width) * Double(thumbnail.height)
    let thumbnailShape = Double(thumbnail.width) * Double(photo.height)
    return abs(thumbnailShape - photoShape) <= photoShape * Self.tolerance
  }

  /// Whether the thumbnail fills a box, in stored orientation, without enlargement.
  package func suffices(for box: PixelSize) -> Bool {
    hasSameShape && thumbnail.covers(photo.fitted(into: box))
  }

  /// The photo's fitted size if the thumbnail covers it, otherwise the thumbnail's.
  package func size(in box: PixelSize) -> PixelSize {
    let wanted = photo.fitted(into: box)
    return thumbnail.covers(wanted) ? wanted : thumbnail.fitted(into: box)
  }
}
