internal import CWebP
internal import DecoderKit
internal import DecoderProtocol
internal import Imaging

/// The available rows of a truncated WebP, decoded by libwebp; libvips rejects such files.
@safe
struct WebPBeginning: ~Copyable {
  private let decoder: OpaquePointer
  private let status: VP8StatusCode

  /// Keeps a pointer to the bytes.
  init(_ file: UnsafeRawBufferPointer) throws(PictureError) {
    guard let decoder = unsafe WebPINewRGB(MODE_RGBA, nil, 0, 0) else { throw .outOfMemory }
    unsafe self.decoder = unsafe decoder
    let bytes = unsafe file.baseAddress?.assumingMemoryBound(to: UInt8.self)
    status = unsafe WebPIUpdate(decoder, bytes, file.count)
  }

  deinit {
    unsafe WebPIDelete(decoder)
  }

  /// Throws `.truncated` if there is no row; missing rows are transparent.
  borrowing func picture(
    cutBy rule: CropRule, _ colors: PictureColors
  ) throws(PictureError) -> DecodedPicture {
    if status == VP8_STATUS_OUT_OF_MEMORY { throw .outOfMemory }
    var (last, width, height, stride): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard
      let pixels = unsafe WebPIDecGetRGB(decoder, &last, &width, &height, &stride),
      last > 0
    else { throw .truncated }
    let size = PixelSize(width: Int(width), height: Int(height))
    let cut = rule.cut(of: size)
    var rows = AveragedRows(size, cut, hasAlpha: true)
    for y in 0..<Int(last) {
      let row = unsafe UnsafeRawBufferPointer(
        start: pixels + y * Int(stride), count: size.width * 4)
      unsafe rows.take(row)
    }
    let bitmap = rows.finish(isComplete: false).inStandardColors(colors, isGray: false)
    return DecodedPicture(
      bitmap: bitmap, info: PictureInfo(size: size, isComplete: false), region: cut.region)
  }
}
