internal import CWebP
internal import DecoderCore
internal import DecoderMessages
internal import Imaging

/// The rows of a WebP that ends too early, as far as libwebp can decode them; libvips takes no such
/// file.
@safe
struct WebPBeginning: ~Copyable {
  private let decoder: OpaquePointer
  private let status: VP8StatusCode

  /// Decodes what there is of a file, whose bytes must stay where they are as long as this.
  /// - Throws: `PictureError.outOfMemory`.
  init(_ file: UnsafeRawBufferPointer) throws(PictureError) {
    guard let decoder = unsafe WebPINewRGB(MODE_RGBA, nil, 0, 0) else { throw .outOfMemory }
    unsafe self.decoder = unsafe decoder
    let bytes = unsafe file.baseAddress?.assumingMemoryBound(to: UInt8.self)
    status = unsafe WebPIUpdate(decoder, bytes, file.count)
  }

  deinit {
    unsafe WebPIDelete(decoder)
  }

  /// The picture, transparent where no row came.
  /// - Parameters:
  ///   - box: What it is scaled down to fit, as it is stored, in pixels.
  ///   - colors: What its colours mean.
  /// - Returns: A picture that is not complete.
  /// - Throws: `PictureError.truncated` where not one row came, `.outOfMemory`.
  borrowing func picture(
    into box: PixelSize, _ colors: PictureColors
  ) throws(PictureError) -> DecodedPicture {
    if status == VP8_STATUS_OUT_OF_MEMORY { throw .outOfMemory }
    var (last, width, height, stride): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard
      let pixels = unsafe WebPIDecGetRGB(decoder, &last, &width, &height, &stride),
      last > 0
    else { throw .truncated }
    let size = PixelSize(width: Int(width), height: Int(height))
    var rows = AveragedRows(size, to: size.fitted(into: box), hasAlpha: true)
    for y in 0..<Int(last) {
      let row = unsafe UnsafeRawBufferPointer(
        start: pixels + y * Int(stride), count: size.width * 4)
      unsafe rows.take(row)
    }
    let bitmap = rows.finish(isComplete: false).inStandardColors(colors, isGray: false)
    return DecodedPicture(bitmap: bitmap, info: PictureInfo(size: size, isComplete: false))
  }
}
