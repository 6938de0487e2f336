internal import CBrotli
internal import CJXL
internal import DecoderKit
package import DecoderProtocol
internal import Glibc
package import Imaging

/// libvips would show the last frame of an animation, and nothing of a truncated file.
@safe
struct JXLDecoder: ~Copyable {
  private let handle: OpaquePointer

  /// Keeps a pointer to the bytes.
  init(_ file: UnsafeRawBufferPointer, isMoving: Bool = false) throws(PictureError) {
    guard let handle = unsafe JxlDecoderCreate(nil) else { throw .outOfMemory }
    unsafe self.handle = unsafe handle
    let events =
      [JXL_DEC_BASIC_INFO, JXL_DEC_COLOR_ENCODING, JXL_DEC_FULL_IMAGE]
      + (isMoving ? [JXL_DEC_FRAME] : [])
    unsafe JxlDecoderSubscribeEvents(handle, Int32(events.reduce(0) { $0 | $1.rawValue }))
    unsafe JxlDecoderSetUnpremultiplyAlpha(handle, 1)
    let bytes = unsafe file.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe JxlDecoderSetInput(handle, bytes, file.count)
  }

  deinit {
    unsafe JxlDecoderDestroy(handle)
  }

  /// Processes input up to an event; throws `.truncated` if the file ends before.
  borrowing func advance(to event: JxlDecoderStatus) throws(PictureError) {
    switch unsafe JxlDecoderProcessInput(handle) {
    case event: return
    case JXL_DEC_NEED_MORE_INPUT: throw .truncated
    default: throw .damaged
    }
  }

  /// The duration of the next frame in ticks, nil after the last one; requires `isMoving`.
  borrowing func nextFrame() throws(PictureError) -> Int? {
    switch unsafe JxlDecoderProcessInput(handle) {
    case JXL_DEC_FRAME: break
    case JXL_DEC_SUCCESS: return nil
    case JXL_DEC_NEED_MORE_INPUT: throw .truncated
    default: throw .damaged
    }
    var header = JxlFrameHeader()
    guard unsafe JxlDecoderGetFrameHeader(handle, &header) == JXL_DEC_SUCCESS else {
      throw .damaged
    }
    try advance(to: JXL_DEC_NEED_IMAGE_OUT_BUFFER)
    return Int(header.duration)
  }

  /// Available after the basic info event; the size is that after rotation.
  borrowing func info() throws(PictureError) -> JxlBasicInfo {
    var info = JxlBasicInfo()
    guard unsafe JxlDecoderGetBasicInfo(handle, &info) == JXL_DEC_SUCCESS else { throw .damaged }
    return info
  }

  /// The profile, which libjxl always provides.
  borrowing func colors() -> PictureColors {
    var count = 0
    guard unsafe JXLProfileSize(handle, &count) == JXL_DEC_SUCCESS,
      count <= PictureColors.profileByteLimit
    else { return .standard }
    var bytes = [UInt8](repeating: 0, count: count)
    guard unsafe JXLProfile(handle, &bytes, count) == JXL_DEC_SUCCESS else { return .standard }
    return .profile(bytes)
  }

  /// Returns whether the image is complete; throws `.truncated` if there are no pixels.
  borrowing func read(into pixels: inout JXLPixels) throws(PictureError) -> Bool {
    var format = pixels.format
    return try unsafe withUnsafeMutablePointer(to: &pixels) { pixels throws(PictureError) in
      unsafe JxlDecoderSetImageOutCallback(handle, &format, JXLPixels.take, pixels)
      do throws(PictureError) {
        try advance(to: JXL_DEC_FULL_IMAGE)
        return true
      } catch {
        guard error == .truncated, unsafe JxlDecoderFlushImage(handle) == JXL_DEC_SUCCESS
        else { throw error }
        return false
      }
    }
  }
}

extension VipsDecoder {
  /// Decodes the first frame of a JPEG XL; libjxl applies the orientation.
  func decodeJXL(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    try unsafe bytes.span.withUnsafeBytes { file throws(PictureError) in
      try picture(of: unsafe JXLDecoder(file))
    }
  }

  private func picture(of decoder: borrowing JXLDecoder) throws(PictureError) -> DecodedPicture {
    try decoder.advance(to: JXL_DEC_BASIC_INFO)
    let info = try decoder.info()
    let size = PixelSize(width: Int(info.xsize), height: Int(info.ysize))
    try announce(size)
    guard thumbnail != .only else { throw .noThumbnail }
    try decoder.advance(to: JXL_DEC_COLOR_ENCODING)
    let colors = decoder.colors()
    try decoder.advance(to: JXL_DEC_NEED_IMAGE_OUT_BUFFER)
    var pixels = try JXLPixels(size, isLong: info.bits_per_sample > 8)
    let isComplete = try decoder.read(into: &pixels)
    let cut = rule.cut(of: size)
    var rows = AveragedRows(size, cut, hasAlpha: info.alpha_bits > 0)
    pixels.read(into: &rows)
    let bitmap = rows.finish(isComplete: isComplete)
      .inStandardColors(colors, isGray: info.num_color_channels == 1)
    var told = PictureInfo(size: size, isComplete: isComplete)
    told.isMoving = info.have_animation != 0
    return DecodedPicture(bitmap: bitmap, info: told, region: cut.region)
  }
}

/// An RGBA image with eight bits per channel that libjxl fills in pieces.
@safe
struct JXLPixels: ~Copyable {
  private let size: PixelSize
  private let pixels: UnsafeMutableRawPointer
  /// Whether libjxl provides 16-bit samples; the upper eight bits are kept.
  private let isLong: Bool

  init(_ size: PixelSize, isLong: Bool) throws(PictureError) {
    guard let pixels = unsafe calloc(size.area, 4) else { throw .outOfMemory }
    self.size = size
    unsafe self.pixels = unsafe pixels
    self.isLong = isLong
  }

  deinit {
    unsafe free(pixels)
  }

  var format: JxlPixelFormat {
    JxlPixelFormat(
      num_channels: 4, data_type: isLong ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8,
      endianness: JXL_BIG_ENDIAN, align: 0)
  }

  /// Receives a piece of a row; the context is a pointer to the `JXLPixels`.
  static let take: JxlImageOutCallback = { picture, x, y, count, samples in
    guard let picture = unsafe picture?.assumingMemoryBound(to: JXLPixels.self),
      let samples = unsafe samples
    else { return }
    unsafe picture.pointee.put(samples, count: count, x: x, y: y)
  }

  private func put(_ samples: UnsafeRawPointer, count: Int, x: Int, y: Int) {
    guard y < size.height, x <= size.width, count <= size.width - x else { return }
    let place = unsafe pixels + (y * size.width + x) * 4
    guard isLong else {
      unsafe place.copyMemory(from: samples, byteCount: count * 4)
      return
    }
    let bytes = unsafe place.assumingMemoryBound(to: UInt8.self)
    for index in 0..<count * 4 {
      unsafe bytes[index] = unsafe samples.load(fromByteOffset: index * 2, as: UInt8.self)
    }
  }

  borrowing func read(into rows: inout AveragedRows) {
    for y in 0..<size.height {
      let row = unsafe UnsafeRawBufferPointer(
        start: pixels + y * size.width * 4, count: size.width * 4)
      unsafe rows.take(row)
    }
  }
}

/// Decompresses Brotli (RFC 7932) up to a limit, against decompression bombs.
package enum Brotli {
  private static let step = 64 * 1024

  /// Nil if the stream is broken, truncated or longer than `limit`; callable from any thread.
  package static func unpacked(_ packed: ArraySlice<UInt8>, limit: Int) -> [UInt8]? {
    guard let decoder = unsafe BrotliDecoderCreateInstance(nil, nil, nil) else { return nil }
    defer { unsafe BrotliDecoderDestroyInstance(decoder) }
    return unsafe packed.withUnsafeBufferPointer { input in
      var (next, available) = (input.baseAddress, input.count)
      var content: [UInt8] = []
      var result = BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT
      while result == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT, content.count <= limit {
        content.append(addingCapacity: step) { span in
          unsafe span.withUnsafeMutableBufferPointer { buffer, count in
            var (target, room) = (buffer.baseAddress, buffer.count)
            result = unsafe BrotliDecoderDecompressStream(
              decoder, &available, &next, &room, &target, nil)
            count = buffer.count - room
          }
        }
      }
      return result == BROTLI_DECODER_RESULT_SUCCESS && content.count <= limit ? content : nil
    }
  }
}

/// The frames of an animated JPEG XL (ISO/IEC 18181-1), composed by libjxl; single-threaded.
@safe
package final class JXLFrames: MovingPicture {
  private let file: UnsafeMutableRawBufferPointer
  private let decoder: JXLDecoder
  private let info: JxlBasicInfo
  private let colors: PictureColors
  private let size: PixelSize
  private var (count, isWhole) = (0, true)
  package let start: MovingStart

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

  package func next() throws(PictureError) -> MovingFrame? {
    guard isWhole else { throw .truncated }
    guard let ticks = try decoder.nextFrame() else { return nil }
    var pixels = try JXLPixels(size, isLong: info.bits_per_sample > 8)
    isWhole = try decoder.read(into: &pixels)
    guard isWhole || count == 0 else { throw .truncated }
    count += 1
    var rows = AveragedRows(size, to: start.frameSize, hasAlpha: info.alpha_bits > 0)
    pixels.read(into: &rows)
    let bitmap = rows.finish(isComplete: true)
      .inStandardColors(colors, isGray: info.num_color_channels == 1)
    return MovingFrame(bitmap, storedDelay: delay(ofTicks: ticks))
  }

  private func delay(ofTicks ticks: Int) -> Duration {
    let rate = info.animation
    guard rate.tps_numerator > 0, rate.tps_denominator > 0 else { return .zero }
    // Limit the delay to a value that `Duration` can represent.
    let seconds = Double(ticks) * Double(rate.tps_denominator) / Double(rate.tps_numerator)
    return .seconds(min(seconds, 1e6))
  }
}
