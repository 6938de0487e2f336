internal import Imaging

/// The EXIF part of a JPEG file: what a camera notes down about a photo.
struct ExifBlock: Sendable {
  var shot: Shot
  var orientation: Orientation
  /// The size of the picture as it is stored, in pixels.
  var storedSize: PixelSize
  /// A small JPEG of the picture, stored the same way round; empty where there is none.
  var thumbnail: [UInt8]

  /// The whole segment with its marker, APP1, in bytes.
  var segment: [UInt8] {
    let body = Array("Exif\0\0".utf8) + tiff
    let length = UInt16(body.count + 2)
    return [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + body
  }

  /// The header, three directories and the thumbnail, one after the other.
  private var tiff: [UInt8] {
    let header: [UInt8] = Array("II".utf8) + UInt16(42).littleEndianBytes
    let mainStart = 8
    let detailStart = mainStart + main(detailStart: 0).byteCount
    let details = details
    let smallStart = detailStart + details.byteCount
    let hasThumbnail = !thumbnail.isEmpty
    var bytes = header + UInt32(mainStart).littleEndianBytes
    bytes += main(detailStart: detailStart)
      .bytes(at: mainStart, next: hasThumbnail ? smallStart : 0)
    bytes += details.bytes(at: detailStart)
    guard hasThumbnail else { return bytes }
    let pictureStart = smallStart + small(pictureStart: 0).byteCount
    return bytes + small(pictureStart: pictureStart).bytes(at: smallStart) + thumbnail
  }

  private func main(detailStart: Int) -> ExifDirectory {
    ExifDirectory(values: [
      ExifTag.make: .text(shot.camera.make),
      ExifTag.model: .text(shot.camera.model),
      ExifTag.orientation: .short(UInt16(orientation.rawValue)),
      ExifTag.xResolution: .rational(72, 1),
      ExifTag.yResolution: .rational(72, 1),
      ExifTag.resolutionUnit: .short(2),
      ExifTag.dateTime: .text(shot.date),
      ExifTag.chromaPosition: .short(1),
      ExifTag.exifDirectory: .long(UInt32(detailStart)),
    ])
  }

  private var details: ExifDirectory {
    ExifDirectory(values: [
      ExifTag.exposureTime: .rational(shot.exposure.0, shot.exposure.1),
      ExifTag.fNumber: .rational(shot.apertureTenths, 10),
      ExifTag.isoSpeed: .short(shot.iso),
      ExifTag.exifVersion: .opaque(Array("0232".utf8)),
      ExifTag.dateTimeOriginal: .text(shot.date),
      ExifTag.componentOrder: .opaque([1, 2, 3, 0]),
      ExifTag.focalLength: .rational(shot.focalLength, 1),
      ExifTag.flashpixVersion: .opaque(Array("0100".utf8)),
      ExifTag.colorSpace: .short(1),
      ExifTag.pixelXDimension: .long(UInt32(storedSize.width)),
      ExifTag.pixelYDimension: .long(UInt32(storedSize.height)),
      ExifTag.lensModel: .text(shot.camera.lens),
    ])
  }

  private func small(pictureStart: Int) -> ExifDirectory {
    ExifDirectory(values: [
      ExifTag.compression: .short(6),
      ExifTag.orientation: .short(UInt16(orientation.rawValue)),
      ExifTag.xResolution: .rational(72, 1),
      ExifTag.yResolution: .rational(72, 1),
      ExifTag.resolutionUnit: .short(2),
      ExifTag.thumbnailOffset: .long(UInt32(pictureStart)),
      ExifTag.thumbnailLength: .long(UInt32(thumbnail.count)),
    ])
  }
}
