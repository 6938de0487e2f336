internal import Imaging

/// One photo of the demo album: what it shows, and what its camera says.
struct DemoPhoto: Sendable {
  var number: Int
  /// The part of the file name after the number.
  var title: String
  var landscape: Landscape
  var shape: PhotoShape
  var orientation: Orientation
  var shot: Shot
  var hasThumbnail: Bool
  /// The quality of the JPEG, from 1 to 100.
  var quality = 87

  /// The file name; the number is not padded, so that names need to be sorted as people count.
  var fileName: String { "photo-\(number)-\(title).jpg" }

  /// The photo as it is shown, drawn anew.
  var painting: Raster {
    var raster = Raster(size: shape.size)
    for layer in landscape.layers { layer.paint(on: &raster) }
    Vignette().paint(on: &raster)
    return raster
  }

  /// The whole file in bytes, drawn anew; the same on every machine.
  /// - Throws: `DemoPhotosError.encoderFailed`.
  func file() throws(DemoPhotosError) -> [UInt8] {
    let painting = painting
    let stored = painting.bitmap.stored(for: orientation)
    let exif = ExifBlock(
      shot: shot, orientation: orientation, storedSize: stored.size,
      thumbnail: try thumbnail(of: painting))
    let picture = try JPEGEncoder(quality: quality).encode(stored)
    return [0xFF, 0xD8] + exif.segment + Self.withoutHeader(picture)
  }

  private func thumbnail(of painting: Raster) throws(DemoPhotosError) -> [UInt8] {
    guard hasThumbnail else { return [] }
    let small = painting.reduced(by: shape.thumbnailReduction).bitmap
    return try JPEGEncoder(quality: 72).encode(small.stored(for: orientation))
  }

  /// What follows the start marker and the JFIF segment, which EXIF takes the place of.
  private static func withoutHeader(_ picture: [UInt8]) -> ArraySlice<UInt8> {
    let length = Int(picture[4]) << 8 | Int(picture[5])
    return picture[(4 + length)...]
  }
}
