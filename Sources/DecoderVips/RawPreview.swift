internal import CLibRaw
internal import DecoderProtocol
internal import Glibc
internal import Imaging

/// The largest preview of a raw file, found by LibRaw.
struct RawPreview {
  let content: [UInt8]
  /// The stored size of the raw image in pixels.
  let size: PixelSize
  let orientation: Orientation
  let captureDate: CaptureDate?
  let camera: String?

  /// Throws `.unsupported` for unknown cameras and previews; does not touch raw data.
  init(of bytes: [UInt8]) throws(PictureError) {
    guard let raw = unsafe libraw_init(0) else { throw .outOfMemory }
    defer { unsafe libraw_close(raw) }
    // The default handler writes to standard error.
    unsafe libraw_set_dataerror_handler(raw, { _, _, _ in }, nil)
    // LibRaw keeps a pointer to the bytes until it is closed.
    content = try unsafe bytes.span.withUnsafeBytes { file throws(PictureError) in
      try unsafe Self.content(of: file, raw)
    }
    let sizes = unsafe raw.pointee.sizes
    size = PixelSize(width: Int(sizes.width), height: Int(sizes.height))
    orientation = Self.orientation(ofFlip: sizes.flip)
    captureDate = CaptureDate(localTime: unsafe raw.pointee.other.timestamp)
    let identity = unsafe raw.pointee.idata
    camera =
      unsafe CameraName(make: Self.text(identity.make), model: Self.text(identity.model)).text
  }

  private static func text<Field>(_ field: Field) -> String {
    unsafe withUnsafeBytes(of: field) {
      unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  private static func content(
    of file: UnsafeRawBufferPointer, _ raw: UnsafeMutablePointer<libraw_data_t>
  ) throws(PictureError) -> [UInt8] {
    let address = unsafe UnsafeMutableRawPointer(mutating: file.baseAddress)
    try check(unsafe libraw_open_buffer(raw, address, file.count))
    try check(unsafe libraw_unpack_thumb(raw))
    let preview = unsafe raw.pointee.thumbnail
    guard let start = unsafe preview.thumb else { throw noPreview }
    let bytes = unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(preview.tlength)))
    switch unsafe (preview.tformat, preview.tcolors) {
    case (LIBRAW_THUMBNAIL_JPEG, _): return bytes
    case (LIBRAW_THUMBNAIL_BITMAP, 3):
      return unsafe Array("P6 \(preview.twidth) \(preview.theight) 255\n".utf8) + bytes
    default: throw noPreview
    }
  }

  private static let noPreview = PictureError.unsupported("raw without a preview")

  private static func check(_ status: Int32) throws(PictureError) {
    switch LibRaw_errors(status) {
    case LIBRAW_SUCCESS: return
    case LIBRAW_UNSUFFICIENT_MEMORY: throw .outOfMemory
    case LIBRAW_FILE_UNSUPPORTED: throw .unsupported("raw of this camera")
    case LIBRAW_NO_THUMBNAIL, LIBRAW_UNSUPPORTED_THUMBNAIL: throw noPreview
    case LIBRAW_IO_ERROR: throw .truncated
    default: throw .damaged
    }
  }

  /// LibRaw uses dcraw's codes: 3 is 180°, 5 is 90° counterclockwise, 6 is 90° clockwise.
  private static func orientation(ofFlip flip: Int32) -> Orientation {
    switch flip {
    case 3: .bottomRight
    case 5: .leftBottom
    case 6: .rightTop
    default: .topLeft
    }
  }
}

extension CaptureDate {
  /// LibRaw interprets the clock time of the camera in the local time zone; this reverts it.
  fileprivate init?(localTime: time_t) {
    var seconds = localTime
    var parts = unsafe tm()
    guard seconds > 0, unsafe localtime_r(&seconds, &parts) != nil else { return nil }
    unsafe self.init(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
  }
}
