package import CTurboJPEG
package import Imaging

/// Encodes JPEGs for tests.
package enum SampleJPEG {
  /// Encodes without subsampling, at a quality that changes colours by a few steps only.
  package static func encode(
    _ bitmap: Bitmap, format: TJPF = TJPF_RGBA, subsampling: TJSAMP = TJSAMP_444, flags: Int32 = 0
  ) -> [UInt8] {
    let handle = tjInitCompress()
    defer { tjDestroy(handle) }
    var target: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    let status = tjCompress2(
      handle, bitmap.bytes, Int32(bitmap.size.width), 0, Int32(bitmap.size.height),
      Int32(format.rawValue), &target, &count, Int32(subsampling.rawValue), 95, flags)
    defer { tjFree(target) }
    guard status == 0, let target else { return [] }
    return Array(UnsafeBufferPointer(start: target, count: Int(count)))
  }

  /// Inserts a segment right after the start of an image.
  package static func insert(_ payload: [UInt8], marker: UInt8 = 0xE1, into jpeg: [UInt8])
    -> [UInt8]
  {
    let length = payload.count + 2
    let front = [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)]
    return jpeg.prefix(2) + front + payload + jpeg.dropFirst(2)
  }

  /// Writes an EXIF block (CIPA DC-008): an orientation, the recorded size of the image, and a
  /// thumbnail in the second directory.
  package static func exif(
    orientation: Int, thumbnail: [UInt8]? = nil, pictureSize: PixelSize? = nil
  ) -> [UInt8] {
    let firstLength = 2 + 2 * 12 + 4
    let sizesLength = 2 + 2 * 12 + 4
    let sizesDirectory = 8 + firstLength
    let secondDirectory = sizesDirectory + sizesLength
    let thumbnailStart = secondDirectory + 2 + 3 * 12 + 4
    var block = Array("Exif\0\0MM\0*".utf8) + long(8)
    block += short(2) + entry(0x0112, type: 3, short(orientation) + short(0))
    block += entry(0x8769, type: 4, long(sizesDirectory))
    block += long(thumbnail == nil ? 0 : secondDirectory)
    block += short(2) + entry(0xA002, type: 4, long(pictureSize?.width ?? 0))
    block += entry(0xA003, type: 4, long(pictureSize?.height ?? 0)) + long(0)
    if let thumbnail {
      block += short(3) + entry(0x0103, type: 3, short(6) + short(0))
      block += entry(0x0201, type: 4, long(thumbnailStart))
      block += entry(0x0202, type: 4, long(thumbnail.count)) + long(0) + thumbnail
    }
    return block
  }

  /// Overwrites the size in the frame header.
  package static func claim(_ size: PixelSize, in jpeg: [UInt8]) -> [UInt8] {
    var jpeg = jpeg
    for index in 0..<jpeg.count - 9
    where jpeg[index] == 0xFF && [0xC0, 0xC2].contains(jpeg[index + 1]) {
      jpeg.replaceSubrange(index + 5..<index + 9, with: short(size.height) + short(size.width))
      break
    }
    return jpeg
  }

  private static func entry(_ tag: Int, type: Int, _ value: [UInt8]) -> [UInt8] {
    short(tag) + short(type) + long(1) + value
  }

  private static func short(_ value: Int) -> [UInt8] {
    [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
  }

  private static func long(_ value: Int) -> [UInt8] {
    short(value >> 16) + short(value & 0xFFFF)
  }
}
