import CExif
import Imaging

/// What a photo's EXIF block says about showing it (CIPA DC-008).
struct ExifBlock {
  /// How the picture must be turned; `topLeft` where the block says nothing or nonsense.
  private(set) var orientation = Orientation.topLeft
  /// The embedded thumbnail, encoded, as it stands in the block.
  private(set) var thumbnail: [UInt8]?
  /// The size of the picture when the block was written, in pixels; a side is zero where that is not
  /// said.
  private var pictureSize = PixelSize(width: 0, height: 0)

  /// What holds for a photo without a block.
  init() {}

  /// Reads a block with libexif, which keeps silent and within the bytes it is given.
  /// - Parameter payload: An APP1 segment from the letters `Exif` on, at most 64 KB.
  init(_ payload: ArraySlice<UInt8>) {
    guard let data = unsafe exif_data_new() else { return }
    defer { unsafe exif_data_unref(data) }
    // Completing the block to what the specification demands would only cost time.
    unsafe exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
    unsafe payload.withUnsafeBufferPointer {
      unsafe exif_data_load_data(data, $0.baseAddress, UInt32(clamping: $0.count))
    }
    orientation = unsafe Self.orientation(in: data)
    pictureSize = unsafe PixelSize(
      width: Self.side(EXIF_TAG_PIXEL_X_DIMENSION, in: data),
      height: Self.side(EXIF_TAG_PIXEL_Y_DIMENSION, in: data))
    if let start = unsafe data.pointee.data, unsafe data.pointee.size > 0 {
      thumbnail = unsafe Array(UnsafeBufferPointer(start: start, count: Int(data.pointee.size)))
    }
  }

  /// Tells whether the block may have been written for a picture of a size, turned or not.
  ///
  /// Programs that crop a photo often leave the block as it was, and with it the thumbnail.
  func mayBelong(to size: PixelSize) -> Bool {
    let isSaid = pictureSize.width > 0 && pictureSize.height > 0
    let turned = PixelSize(width: size.height, height: size.width)
    return !isSaid || pictureSize == size || pictureSize == turned
  }

  private static func side(
    _ tag: ExifTag, in data: UnsafeMutablePointer<ExifData>
  ) -> Int {
    guard let content = unsafe data.pointee.ifd.2,
      let entry = unsafe exif_content_get_entry(content, tag), let value = unsafe entry.pointee.data
    else { return 0 }
    let order = unsafe exif_data_get_byte_order(data)
    switch unsafe (entry.pointee.format, entry.pointee.size) {
    case (EXIF_FORMAT_SHORT, 2...): return unsafe Int(exif_get_short(value, order))
    case (EXIF_FORMAT_LONG, 4...): return unsafe Int(exif_get_long(value, order))
    default: return 0
    }
  }

  private static func orientation(in data: UnsafeMutablePointer<ExifData>) -> Orientation {
    guard let content = unsafe data.pointee.ifd.0,
      let entry = unsafe exif_content_get_entry(content, EXIF_TAG_ORIENTATION),
      let value = unsafe entry.pointee.data,
      unsafe entry.pointee.format == EXIF_FORMAT_SHORT, unsafe entry.pointee.size >= 2
    else { return .topLeft }
    let number = unsafe exif_get_short(value, exif_data_get_byte_order(data))
    return Orientation(rawValue: Int(number)) ?? .topLeft
  }
}
