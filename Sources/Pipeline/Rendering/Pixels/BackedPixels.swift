import Imaging

/// The pixels of a picture on a background, without alpha.
struct BackedPixels {
  /// The size in pixels.
  let size: PixelSize
  /// Row by row from the top, each `RGB.packed`; where nothing of the picture is to be seen, the
  /// background's with a bit above it.
  let pixels: [UInt32]
  /// The colour that is behind the picture.
  let background: RGB
  /// Whether a pixel is partly transparent.
  let isMixed: Bool
  /// Whether a pixel is wholly transparent.
  let hasGaps: Bool

  /// The bit above the colour of a wholly transparent pixel.
  private static let gap: UInt32 = 1 << 24

  /// Puts a picture on a background.
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

  /// A colour in its three highest bytes that is multiplied by its alpha, the lowest, already.
  private static func mixed(_ color: UInt32, with background: RGB) -> UInt32 {
    let rest = 255 - Int(color & 255)
    func channel(_ shift: UInt32, _ behind: UInt8) -> UInt8 {
      UInt8(min(255, Int(color >> shift & 255) + (Int(behind) * rest + 127) / 255))
    }
    let color = RGB(
      channel(24, background.red), channel(16, background.green), channel(8, background.blue))
    return color.packed
  }

  /// Writes the colours alone, with the background around the picture.
  /// - Parameters:
  ///   - room: The size in pixels of what is written.
  ///   - margin: Where the picture stands in it.
  /// - Returns: Three bytes a pixel, rows from the top.
  func rgbBytes(in room: PixelSize, at margin: PixelSize) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: room.area * 3) { bytes, count in
      if room != size {
        for place in 0..<room.area { unsafe Self.write(background.packed, to: bytes, at: place) }
      }
      unsafe pixels.withUnsafeBufferPointer { pixels in
        for row in 0..<size.height {
          let start = (margin.height + row) * room.width + margin.width
          for column in 0..<size.width {
            unsafe Self.write(
              pixels[row &* size.width &+ column], to: bytes, at: start &+ column)
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
