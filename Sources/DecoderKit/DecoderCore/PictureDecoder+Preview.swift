package import DecoderProtocol
package import Imaging

/// Preview images embedded in other files, decoded in place of these.
extension PictureDecoder {
  /// Decodes an embedded JPEG, ignoring its own orientation; callable from any thread.
  ///
  /// `picture` is the displayed size of the image that the JPEG substitutes. If the proportions
  /// match, regions and the reported size refer to it.
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

  /// Decodes embedded RGB pixels of three bytes, row by row from the top; callable from any thread.
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

  /// Reports the size of the original if the proportions match.
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
