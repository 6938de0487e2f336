import Imaging

/// Pixels composed with a background, without alpha.
struct BackedPixels {
  let size: PixelSize
  /// `RGB.packed`, row by row; fully transparent pixels are the background with a flag bit.
  let pixels: [UInt32]
  let background: RGB
  let isMixed, hasGaps: Bool

  private static let gap: UInt32 = 1 << 24

  init(_ picture: Bitmap, on background: RGB) {
    size = picture.size
    self.background = background
    var (isMixed, hasGaps) = (false, false)
    pixels = unsafe [UInt32](unsafeUninitializedCapacity: picture.size.area) { pixels, count in
      unsafe picture.bytes.withUnsafeBytes { bytes in
        for place in 0..<picture.size.area {
          let stored = unsafe bytes.loadUnaligned(fromByteOffset: place * 4, as: UInt32.self)
          let color = UInt32(bigEndian: stored)
          switch color & 255 {
          case 255: unsafe pixels.initializeElement(at: place, to: color >> 8)
          case 0:
            hasGaps = true
            unsafe pixels.initializeElement(at: place, to: background.packed | Self.gap)
          default:
            isMixed = true
            unsafe pixels.initializeElement(at: place, to: Self.mixed(color, with: background))
          }
        }
      }
      count = picture.size.area
    }
    (self.isMixed, self.hasGaps) = (isMixed, hasGaps)
  }

  /// `color` is premultiplied, with alpha in the lowest byte.
  private static func mixed(_ color: UInt32, with background: RGB) -> UInt32 {
    let rest = 255 - Int(color & 255)
    func channel(_ shift: UInt32, _ behind: UInt8) -> UInt8 {
      UInt8(min(255, Int(color >> shift & 255) + (Int(behind) * rest + 127) / 255))
    }
    let color = RGB(
      channel(24, background.red), channel(16, background.green), channel(8, background.blue))
    return color.packed
  }

  /// Three bytes per pixel, row by row, with the background around the image; sizes in pixels.
  func rgbBytes(in room: PixelSize, at margin: PixelSize) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: room.area * 3) { bytes, count in
      if room != size {
        for place in 0..<room.area { unsafe Self.write(background.packed, to: bytes, at: place) }
      }
      unsafe pixels.withUnsafeBufferPointer { pixels in
        for row in 0..<size.height {
          let start = (margin.height + row) * room.width + margin.width
          for column in 0..<size.width {
            unsafe Self.write(pixels[row &* size.width &+ column], to: bytes, at: start &+ column)
          }
        }
      }
      count = room.area * 3
    }
  }

  @inline(__always)
  private static func write(
    _ color: UInt32, to bytes: UnsafeMutableBufferPointer<UInt8>, at place: Int
  ) {
    let start = place &* 3
    unsafe bytes.initializeElement(at: start, to: UInt8(truncatingIfNeeded: color >> 16))
    unsafe bytes.initializeElement(at: start &+ 1, to: UInt8(truncatingIfNeeded: color >> 8))
    unsafe bytes.initializeElement(at: start &+ 2, to: UInt8(truncatingIfNeeded: color))
  }
}
