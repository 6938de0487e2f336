internal import CJXL
internal import DecoderKit
internal import DecoderProtocol
internal import Imaging

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
    let result = unsafe withUnsafeMutablePointer(to: &pixels) { pixels in
      Result { () throws(PictureError) in
        unsafe JxlDecoderSetImageOutCallback(handle, &format, JXLPixels.take, pixels)
        return try finish()
      }
    }
    return try result.get()
  }

  private borrowing func finish() throws(PictureError) -> Bool {
    do throws(PictureError) {
      try advance(to: JXL_DEC_FULL_IMAGE)
      return true
    } catch {
      guard error == .truncated, unsafe JxlDecoderFlushImage(handle) == JXL_DEC_SUCCESS else {
        throw error
      }
      return false
    }
  }
}

extension VipsDecoder {
  /// Decodes the first frame of a JPEG XL; libjxl applies the orientation.
  func decodeJXL(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    let result = unsafe bytes.withUnsafeBytes { file in
      Result { () throws(PictureError) in
        let decoder = try unsafe JXLDecoder(file)
        return try picture(of: decoder)
      }
    }
    return try result.get()
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
