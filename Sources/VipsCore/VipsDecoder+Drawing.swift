internal import DecoderMessages
import CVips
internal import DecoderCore
internal import Imaging

extension VipsDecoder {
  /// How long a drawing may be when it is unpacked, in bytes.
  private static let drawingByteLimit = 32 << 20
  /// How far libvips can scale a drawing down and up.
  private static let scales = 0.001...100_000.0

  /// Unpacks a drawing.
  /// - Throws: `PictureError.notAnImage` where something else is packed.
  static func unpackedDrawing(_ packed: [UInt8]) throws(PictureError) -> [UInt8] {
    guard let bytes = Inflation.inflated(packed[...], limit: drawingByteLimit) else {
      throw .damaged
    }
    guard PictureFormat(signatureOf: bytes) == .svg else { throw .notAnImage }
    return bytes
  }

  /// Draws an SVG as large as the box: it has no pixels of its own.
  ///
  /// What it refers to outside itself is not loaded, as librsvg is told of no place that it could lie
  /// relative to.
  /// - Throws: The reason why there is no picture.
  func draw(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    try VipsLibrary.ready()
    let result = unsafe bytes.withUnsafeBytes { file in
      Result { () throws(PictureError) in try unsafe draw(file) }
    }
    return try result.get()
  }

  private func draw(_ file: UnsafeRawBufferPointer) throws(PictureError) -> DecodedPicture {
    guard thumbnail != .only else { throw .noThumbnail }
    let complaints = VipsLibrary.complaintCount
    let nominal = try unsafe VipsPicture(VipsLoadDrawing(file.baseAddress, file.count, 1)).size
    guard nominal.width > 0, nominal.height > 0, VipsLibrary.complaintCount == complaints else {
      throw .damaged
    }
    let scale = min(
      Double(wholeBox.width) / Double(nominal.width),
      Double(wholeBox.height) / Double(nominal.height))
    guard Self.scales.contains(scale) else { throw .tooManyPixels(nominal) }
    let drawing = try unsafe VipsPicture(VipsLoadDrawing(file.baseAddress, file.count, scale))
    let picture = try drawing.standard()
    let target = picture.size.fitted(into: wholeBox)
    var rows = AveragedRows(picture.size, to: target, hasAlpha: true)
    let isComplete = try picture.read(into: &rows)
    return DecodedPicture(
      bitmap: rows.finish(isComplete: isComplete), pictureSize: nominal, isFromThumbnail: false,
      isComplete: isComplete)
  }
}
