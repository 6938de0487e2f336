internal import DecoderKit
internal import DecoderProtocol
internal import Imaging

extension VipsDecoder {
  private static let mostPreviews = 4
  /// Range of the metadata boxes in a Canon file, in bytes.
  private static let boxReach = 64 * 1024

  /// Decodes the preview of a raw file, in the orientation of the raw image.
  ///
  /// LibRaw lacks newer cameras; then the largest embedded JPEG is used, or plain pixels.
  func decodePreview(of bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    guard thumbnail != .only else { throw .noThumbnail }
    do throws(PictureError) {
      return try decode(RawPreview(of: bytes))
    } catch {
      guard let picture = foundPreview(in: bytes) else { throw error }
      return picture
    }
  }

  private func decode(_ preview: RawPreview) throws(PictureError) -> DecodedPicture {
    let decoder = PictureDecoder(rule, thumbnail: .never, onSize: onSize)
    let (orientation, size) = (preview.orientation, preview.orientation.shown(preview.size))
    var picture =
      switch preview.content {
      case .jpeg(let jpeg):
        try decoder.decode(jpeg, turnedBy: orientation, standingFor: size)
      case .pixels(let pixels, let pixelSize):
        try decoder.decode(pixels, pixelSize, turnedBy: orientation, standingFor: size)
      }
    picture.info.captureDate = preview.captureDate ?? picture.info.captureDate
    picture.info.camera = preview.camera ?? picture.info.camera
    return picture
  }

  private func foundPreview(in bytes: [UInt8]) -> DecodedPicture? {
    let orientation = Self.orientation(of: bytes)
    let decoder = PictureDecoder(rule, thumbnail: .never, onSize: onSize)
    for jpeg in EmbeddedJPEG.all(in: bytes).prefix(Self.mostPreviews) {
      let picture = try? decoder.decode(
        Array(bytes[jpeg.start...]), turnedBy: orientation ?? jpeg.orientation)
      if let picture { return picture }
    }
    guard let file = try? TIFFFile(bytes), let layout = TIFFLayout(previewIn: file) else {
      return nil
    }
    return try? decode(TIFFPicture(layout))
  }

  private static func orientation(of bytes: [UInt8]) -> Orientation? {
    guard
      var tiff = TIFFStructure(ByteView(bytes)) ?? canonStructure(bytes.prefix(boxReach))
    else { return nil }
    return tiff.entries(at: tiff.first)?.number(0x0112).flatMap(Orientation.init)
  }

  /// The box CMT1 of a CR3.
  private static func canonStructure(_ start: ArraySlice<UInt8>) -> TIFFStructure? {
    let name = Array("CMT1".utf8)
    return start.indices.first { start[$0...].starts(with: name) }
      .flatMap { TIFFStructure(ByteView(start[($0 + name.count)...])) }
  }
}
