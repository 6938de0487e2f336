import Imaging
import System

/// What a file must be to count as the thumbnail of a photo.
struct ThumbnailCheck {
  let photo: PhotoFile
  let address: PhotoURI
  let size: ThumbnailSize
  let isShared: Bool

  /// The thumbnail in a file; nil where the file is anything else, or too small for a box.
  func thumbnail(in file: consuming Descriptor, filling box: PixelSize) -> StoredThumbnail? {
    // One byte more than is allowed tells a file that is too large from one that is just right.
    guard let bytes = file.bytes(atMost: StoredThumbnail.byteLimit + 1),
      bytes.count <= StoredThumbnail.byteLimit,
      let reading = ThumbnailReading(whole: bytes), fits(reading.pixels),
      reading.texts.agree(with: photo.version, at: address), suffices(reading, for: box)
    else { return nil }
    return StoredThumbnail(
      size: size, pixels: reading.pixels, info: reading.texts.info(of: photo.version),
      isOwn: reading.texts.isOwn, isShared: isShared, file: file)
  }

  private func fits(_ pixels: PixelSize) -> Bool {
    max(pixels.width, pixels.height) <= size.side
  }

  private func suffices(_ reading: ThumbnailReading, for box: PixelSize) -> Bool {
    let pixels = reading.pixels
    return pixels.width >= box.width || pixels.height >= box.height
      || pixels == reading.texts.picturePixels
  }
}
