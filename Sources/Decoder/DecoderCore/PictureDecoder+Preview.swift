package import DecoderMessages
package import Imaging
import PictureFormats

/// Pictures that other files hold, and that stand for what these files are of.
extension PictureDecoder {
  /// Decodes a JPEG that another file holds, which also says how it is turned.
  ///
  /// Synchronous, callable from any thread.
  /// - Parameters:
  ///   - jpeg: The whole JPEG; what it says of its own orientation does not count.
  ///   - orientation: How it must be turned.
  ///   - picture: The size in pixels, as it is shown, of the picture that it stands for where it has that
  ///     shape: what the region is of, and what is told.
  /// - Returns: The picture, fitted into the box.
  /// - Throws: The reason why there is no picture; nothing is kept.
  package func decode(
    _ jpeg: [UInt8], turnedBy orientation: Orientation, standingFor picture: PixelSize? = nil
  ) throws(PictureError) -> DecodedPicture {
    guard PictureFormat(signatureOf: jpeg) == .jpeg else { throw .damaged }
    guard let photo = try JPEGPicture(jpeg) else { throw .truncated }
    return try decode(orientation.shown(photo.header.size), standingFor: picture) {
      (decoder) throws(PictureError) in
      try decoder.decode(photo, turnedBy: orientation)
    }
  }

  /// Decodes pixels that another file holds, three bytes each: red, green and blue.
  ///
  /// Synchronous, callable from any thread.
  /// - Parameters:
  ///   - pixels: The pixels, row by row from the top.
  ///   - size: How many there are in a row, and how many rows.
  ///   - orientation: How they must be turned.
  ///   - picture: What they stand for, as for a JPEG.
  /// - Returns: The picture, fitted into the box.
  /// - Throws: The reason why there is no picture.
  package func decode(
    _ pixels: [UInt8], _ size: PixelSize, turnedBy orientation: Orientation,
    standingFor picture: PixelSize? = nil
  ) throws(PictureError) -> DecodedPicture {
    try PictureLimit.checkRows(size)
    let preview = RGBPicture(size: size, orientation: orientation, pixels: pixels)
    return try decode(orientation.shown(size), standingFor: picture) {
      (decoder) throws(PictureError) in
      try decoder.decode(preview)
    }
  }

  /// Decodes what stands for a picture, whose size is told, where it has its shape.
  private func decode(
    _ shown: PixelSize, standingFor picture: PixelSize?,
    by decode: (PictureDecoder) throws(PictureError) -> DecodedPicture
  ) throws(PictureError) -> DecodedPicture {
    guard let picture, ThumbnailRule(photo: picture, thumbnail: shown).hasSameShape else {
      return try decode(self)
    }
    let decoder = PictureDecoder(
      rule.moved(from: picture, to: shown), thumbnail: thumbnail, onSize: onSize)
    var decoded = try decode(decoder)
    decoded.info.size = picture
    decoded.region = decoded.region.flatMap { _ in rule.region?.clamped(into: picture) }
    return decoded
  }
}

/// Plain pixels of three bytes.
private struct RGBPicture: RowPicture {
  let size: PixelSize
  let orientation: Orientation
  let hasAlpha = false
  private let pixels: [UInt8]
  private var rowNumber = 0

  init(size: PixelSize, orientation: Orientation, pixels: [UInt8]) {
    (self.size, self.orientation, self.pixels) = (size, orientation, pixels)
  }

  mutating func readRow(into row: inout [UInt8]) -> Bool {
    let start = rowNumber * size.width * 3
    guard start + size.width * 3 <= pixels.count else { return false }
    for x in 0..<size.width {
      for channel in 0..<3 { row[x * 4 + channel] = pixels[start + x * 3 + channel] }
      row[x * 4 + 3] = 255
    }
    rowNumber += 1
    return true
  }
}
