package import Imaging

/// The values of a photo's EXIF block that decoding needs (CIPA DC-008).
package struct ExifBlock {
  package private(set) var orientation = Orientation.topLeft
  /// When the photo was taken; otherwise when it was digitized, or changed.
  package private(set) var captureDate: CaptureDate?
  /// Camera make and model; untrusted text.
  private(set) var camera: String?
  private(set) var thumbnail: [UInt8]?
  /// Image size in pixels when the block was written; zero for an unknown side.
  private var pictureSize = PixelSize(width: 0, height: 0)

  /// Prefix of a block, and its maximum size in bytes in a JPEG.
  private static let signature = Array("Exif\0\0".utf8)
  private static let byteLimit = 1 << 16

  package init() {}

  /// Reads a block, with or without the `Exif` prefix; ignores data after 64 KB.
  package init(_ bytes: ArraySlice<UInt8>) {
    let isNamed = bytes.starts(with: Self.signature)
    let tiff = bytes.dropFirst(isNamed ? Self.signature.count : 0).prefix(Self.byteLimit)
    guard var structure = TIFFStructure(ByteView(tiff)),
      let picture = structure.entries(at: structure.first)
    else { return }
    let photo = picture.number(0x8769).flatMap { structure.entries(at: $0) } ?? picture
    orientation = picture.number(0x0112).flatMap(Orientation.init) ?? .topLeft
    camera = CameraName(make: picture.text(0x010F) ?? "", model: picture.text(0x0110) ?? "").text
    captureDate =
      photo.date(0x9003, fraction: 0x9291, offset: 0x9011)
      ?? photo.date(0x9004, fraction: 0x9292, offset: 0x9012)
      ?? picture.date(0x0132, fraction: 0x9290, offset: 0x9010, in: photo)
    pictureSize = PixelSize(width: photo.number(0xA002) ?? 0, height: photo.number(0xA003) ?? 0)
    if let small = structure.entries(at: picture.next), let start = small.number(0x0201),
      let count = small.number(0x0202), count > 0
    {
      thumbnail = structure.view.bytes(at: start, count).map(Array.init)
    }
  }

  /// Whether the block matches an image of a size, rotated or not.
  ///
  /// Programs that crop a photo often leave the block and its thumbnail unchanged.
  func mayBelong(to size: PixelSize) -> Bool {
    let isSaid = pictureSize.width > 0 && pictureSize.height > 0
    let turned = PixelSize(width: size.height, height: size.width)
    return !isSaid || pictureSize == size || pictureSize == turned
  }

  /// `orientation` overrides that of the block; `size` is as stored.
  package func info(
    of size: PixelSize, turnedBy orientation: Orientation? = nil, isComplete: Bool
  ) -> PictureInfo {
    let orientation = orientation ?? self.orientation
    return PictureInfo(
      size: orientation.shown(size), orientation: orientation, isComplete: isComplete,
      captureDate: captureDate, camera: camera)
  }
}
