import CTurboJPEG
import Imaging

/// Photos for tests, small in pixels.
enum SamplePhoto {
  /// An image of one colour.
  static func plain(_ size: PixelSize, _ color: RGB = RGB(90, 120, 40)) -> [UInt8] {
    let bitmap = Bitmap(size: size, filledWith: color)
    let handle = tjInitCompress()
    defer { tjDestroy(handle) }
    var target: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    tjCompress2(
      handle, bitmap.bytes, Int32(size.width), 0, Int32(size.height), Int32(TJPF_RGBA.rawValue),
      &target, &count, Int32(TJSAMP_444.rawValue), 95, 0)
    defer { tjFree(target) }
    return Array(UnsafeBufferPointer(start: target, count: Int(count)))
  }

  /// A photo of 120x80 pixels with a thumbnail of 60x40 (CIPA DC-008), and so many bytes after it.
  static func withThumbnail(trailing count: Int = 0) -> [UInt8] {
    let small = plain(PixelSize(width: 60, height: 40))
    let photo = plain(PixelSize(width: 120, height: 80))
    var block = Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 0, 0, 0, 0, 14]
    block += [0, 3, 1, 3, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
    block += [2, 1, 0, 4, 0, 0, 0, 1, 0, 0, 0, 56]
    block += [2, 2, 0, 4, 0, 0, 0, 1, 0, 0, UInt8(small.count >> 8), UInt8(small.count & 0xFF)]
    block += [0, 0, 0, 0] + small
    let length = block.count + 2
    let front = [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)]
    return front + block + photo[2...] + [UInt8](repeating: 0, count: count)
  }
}
