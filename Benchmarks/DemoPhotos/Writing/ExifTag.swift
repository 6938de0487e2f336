/// The numbers of the EXIF tags that demo photos carry (CIPA DC-008, 4.6.4 to 4.6.6).
enum ExifTag {
  static let compression: UInt16 = 0x0103
  static let make: UInt16 = 0x010F
  static let model: UInt16 = 0x0110
  static let orientation: UInt16 = 0x0112
  static let xResolution: UInt16 = 0x011A
  static let yResolution: UInt16 = 0x011B
  static let resolutionUnit: UInt16 = 0x0128
  static let dateTime: UInt16 = 0x0132
  static let chromaPosition: UInt16 = 0x0213
  static let thumbnailOffset: UInt16 = 0x0201
  static let thumbnailLength: UInt16 = 0x0202
  static let exifDirectory: UInt16 = 0x8769
  static let exposureTime: UInt16 = 0x829A
  static let fNumber: UInt16 = 0x829D
  static let isoSpeed: UInt16 = 0x8827
  static let exifVersion: UInt16 = 0x9000
  static let dateTimeOriginal: UInt16 = 0x9003
  static let componentOrder: UInt16 = 0x9101
  static let focalLength: UInt16 = 0x920A
  static let flashpixVersion: UInt16 = 0xA000
  static let colorSpace: UInt16 = 0xA001
  static let pixelXDimension: UInt16 = 0xA002
  static let pixelYDimension: UInt16 = 0xA003
  static let lensModel: UInt16 = 0xA434
}
