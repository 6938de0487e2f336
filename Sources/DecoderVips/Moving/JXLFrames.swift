internal import CJXL
internal import DecoderKit
package import DecoderProtocol
package import Imaging

/// The frames of an animated JPEG XL (ISO/IEC 18181-1), composed by libjxl; single-threaded.
@safe
package final class JXLFrames: MovingPicture {
  private let file: UnsafeMutableRawBufferPointer
  private let decoder: JXLDecoder
  private let info: JxlBasicInfo
  private let colors: PictureColors
  private let size: PixelSize
  private var count = 0
  package let start: MovingStart
  package private(set) var isComplete = true

  /// Throws `.unsupported` for an image without animation; calls `onSize` after the limit check.
  package init(
    _ bytes: [UInt8], in box: PixelSize, onSize: (PixelSize) -> Void
  ) throws(PictureError) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    unsafe copy.copyBytes(from: bytes)
    unsafe file = unsafe copy
    decoder = try unsafe JXLDecoder(UnsafeRawBufferPointer(copy), isMoving: true)
    try decoder.advance(to: JXL_DEC_BASIC_INFO)
    info = try decoder.info()
    size = PixelSize(width: Int(info.xsize), height: Int(info.ysize))
    try PictureLimit.check(size)
    onSize(size)
    guard info.have_animation != 0 else { throw .unsupported("JPEG XL that stands still") }
    try decoder.advance(to: JXL_DEC_COLOR_ENCODING)
    colors = decoder.colors()
    start = MovingStart(
      size: size, frameSize: size.fitted(into: box), playCount: Int(info.animation.num_loops))
  }

  deinit {
    unsafe file.deallocate()
  }

  /// Nil after the last frame, or if the rest is damaged; throws if the first frame fails.
  package func next() throws(PictureError) -> MovingFrame? {
    guard isComplete else { return nil }
    do throws(PictureError) {
      guard let ticks = try decoder.nextFrame() else { return nil }
      var pixels = try JXLPixels(size, isLong: info.bits_per_sample > 8)
      isComplete = try decoder.read(into: &pixels)
      guard isComplete || count == 0 else { return nil }
      count += 1
      var rows = AveragedRows(size, to: start.frameSize, hasAlpha: info.alpha_bits > 0)
      pixels.read(into: &rows)
      let bitmap = rows.finish(isComplete: true)
        .inStandardColors(colors, isGray: info.num_color_channels == 1)
      return MovingFrame(bitmap, storedDelay: delay(ofTicks: ticks))
    } catch {
      isComplete = false
      guard count > 0, error != .outOfMemory else { throw error }
      return nil
    }
  }

  private func delay(ofTicks ticks: Int) -> Duration {
    let rate = info.animation
    guard rate.tps_numerator > 0, rate.tps_denominator > 0 else { return .zero }
    // Limit the delay to a value that `Duration` can represent.
    let seconds = Double(ticks) * Double(rate.tps_denominator) / Double(rate.tps_numerator)
    return .seconds(min(seconds, 1e6))
  }
}
