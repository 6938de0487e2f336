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

  /// Reads a block.
  /// - Parameter bytes: The block from the letters `Exif` on, or from the header of the TIFF behind
  ///   them; of more than 64 KB the rest is not looked at.
  package init(_ bytes: ArraySlice<UInt8>) {
    let isNamed = bytes.starts(with: Self.signature)
    let tiff = bytes.dropFirst(isNamed ? Self.signature.count : 0).prefix(Self.byteLimit)
    guard var structure = TIFFStructure(ByteView(tiff)),
      let picture = structure.entries(at: structure.first)
    else { return }
    let photo = picture.number(0x8769).flatMap { structure.entries(at: $0) } ?? picture
    orientation = picture.number(0x0112).flatMap(Orientation.init) ?? .topLeft
    camera =
      CameraName(make: picture.text(0x010F) ?? "", model: picture.text(0x0110) ?? "").text
    captureDate =
      photo.date(0x9003, fraction: 0x9291, offset: 0x9011)
      ?? photo.date(0x9004, fraction: 0x9292, offset: 0x9012)
      ?? picture.date(0x0132, fraction: 0x9290, offset: 0x9010, in: photo)
    pictureSize = PixelSize(
      width: photo.number(0xA002) ?? 0, height: photo.number(0xA003) ?? 0)
    if let small = structure.entries(at: picture.next), let start = small.number(0x0201),
      let count = small.number(0x0202), count > 0
    {
      thumbnail = structure.view.bytes(at: start, count).map(Array.init)
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
