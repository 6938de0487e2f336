import CExif
package import Imaging

/// What the EXIF block of a photo says of it (CIPA DC-008).
package struct ExifBlock {
  /// How the picture must be turned; `topLeft` where the block says nothing or nonsense.
  package private(set) var orientation = Orientation.topLeft
  /// When the photo was taken; where that is not said when it was digitised, and at last when it was changed.
  private(set) var captureDate: CaptureDate?
  /// The camera, by its maker and model; a foreign text.
  private(set) var camera: String?
  /// The embedded thumbnail, encoded, as it stands in the block.
  private(set) var thumbnail: [UInt8]?
  /// The size of the picture when the block was written, in pixels; a side is zero where that is not
  /// said.
  private var pictureSize = PixelSize(width: 0, height: 0)

  /// The letters before a block, and how long it is at most where a JPEG holds it, in bytes.
  private static let signature = Array("Exif\0\0".utf8)
  private static let byteLimit = 1 << 16

  /// What holds for a photo without a block.
  package init() {}

  /// Reads a block with libexif, which keeps silent and within the bytes it is given.
  /// - Parameter bytes: The block from the letters `Exif` on, or from the header of the TIFF behind
  ///   them; of more than 64 KB the rest is not looked at.
  package init(_ bytes: ArraySlice<UInt8>) {
    let isNamed = bytes.starts(with: Self.signature)
    let payload = (isNamed ? [] : Self.signature) + bytes.prefix(Self.byteLimit)
    guard let data = unsafe exif_data_new() else { return }
    defer { unsafe exif_data_unref(data) }
    // Completing the block to what the specification demands would only cost time.
    unsafe exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
    unsafe payload.withUnsafeBufferPointer {
      unsafe exif_data_load_data(data, $0.baseAddress, UInt32(clamping: $0.count))
    }
    let (picture, photo) = unsafe (
      ExifDirectory(data, data.pointee.ifd.0), ExifDirectory(data, data.pointee.ifd.2)
    )
    orientation = Orientation(rawValue: picture.number(.orientation)) ?? .topLeft
    camera = CameraName(make: picture.text(.make), model: picture.text(.model)).text
    captureDate =
      CaptureDate(
        text: photo.text(.dateTimeOriginal), fraction: photo.text(.subSecTimeOriginal),
        offset: photo.text(.offsetTimeOriginal))
      ?? CaptureDate(
        text: photo.text(.dateTimeDigitized), fraction: photo.text(.subSecTimeDigitized),
        offset: photo.text(.offsetTimeDigitized))
      ?? CaptureDate(
        text: picture.text(.dateTime), fraction: photo.text(.subSecTime),
        offset: photo.text(.offsetTime))
    pictureSize = PixelSize(width: photo.number(.pixelWidth), height: photo.number(.pixelHeight))
    if let start = unsafe data.pointee.data, unsafe data.pointee.size > 0 {
      thumbnail = unsafe Array(UnsafeBufferPointer(start: start, count: Int(data.pointee.size)))
    }
  }

  /// Whether the block may have been written for a picture of a size, turned or not.
  ///
  /// Programs that crop a photo often leave the block as it was, and with it the thumbnail.
  func mayBelong(to size: PixelSize) -> Bool {
    let isSaid = pictureSize.width > 0 && pictureSize.height > 0
    let turned = PixelSize(width: size.height, height: size.width)
    return !isSaid || pictureSize == size || pictureSize == turned
  }

  /// What is known of a picture with this block.
  /// - Parameters:
  ///   - size: The stored size in pixels.
  ///   - orientation: How it was turned; as the block says where none is given.
  ///   - isComplete: Whether every pixel is there and right.
  /// - Returns: What is known.
  package func info(
    of size: PixelSize, turnedBy orientation: Orientation? = nil, isComplete: Bool
  ) -> PictureInfo {
    let orientation = orientation ?? self.orientation
    return PictureInfo(
      size: orientation.shown(size), orientation: orientation, isComplete: isComplete,
      captureDate: captureDate, camera: camera)
  }
}

/// The entries of one directory of a block.
@safe
private struct ExifDirectory {
  /// The tags that are looked at.
  enum Tag: UInt32 {
    case make = 0x010F
    case model = 0x0110
    case orientation = 0x0112
    case dateTime = 0x0132
    case dateTimeOriginal = 0x9003
    case dateTimeDigitized = 0x9004
    case offsetTime = 0x9010
    case offsetTimeOriginal = 0x9011
    case offsetTimeDigitized = 0x9012
    case subSecTime = 0x9290
    case subSecTimeOriginal = 0x9291
    case subSecTimeDigitized = 0x9292
    case pixelWidth = 0xA002
    case pixelHeight = 0xA003
  }

  private let content: UnsafeMutablePointer<ExifContent>?
  private let order: ExifByteOrder

  init(_ data: UnsafeMutablePointer<ExifData>, _ content: UnsafeMutablePointer<ExifContent>?) {
    unsafe self.content = unsafe content
    order = unsafe exif_data_get_byte_order(data)
  }

  /// A number of two or four bytes; zero where there is none.
  func number(_ tag: Tag) -> Int {
    guard let entry = unsafe entry(tag), let value = unsafe entry.pointee.data else { return 0 }
    switch unsafe (entry.pointee.format, entry.pointee.size) {
    case (EXIF_FORMAT_SHORT, 2...): return unsafe Int(exif_get_short(value, order))
    case (EXIF_FORMAT_LONG, 4...): return unsafe Int(exif_get_long(value, order))
    default: return 0
    }
  }

  /// A text up to its first zero; empty where there is none.
  func text(_ tag: Tag) -> String {
    guard let entry = unsafe entry(tag), unsafe entry.pointee.format == EXIF_FORMAT_ASCII,
      let value = unsafe entry.pointee.data
    else { return "" }
    let bytes = unsafe UnsafeBufferPointer(start: value, count: Int(entry.pointee.size))
    return unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  private func entry(_ tag: Tag) -> UnsafeMutablePointer<ExifEntry>? {
    unsafe content.flatMap { unsafe exif_content_get_entry($0, ExifTag(tag.rawValue)) }
  }
}
