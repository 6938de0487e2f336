internal import CVipsSamples
internal import Glibc
package import Imaging

/// An image that libvips encodes for tests.
package struct SampleVips {
  /// The channels of one pixel.
  package enum Channels: Int {
    case gray = 1
    case grayAlpha = 2
    case rgb = 3
    case rgba = 4
  }

  /// The size in pixels.
  package var size: PixelSize
  /// The channels.
  package var channels: Channels
  /// Bits a channel, 8 or 16; 32 for fractions from 0 to 1.
  package var bits = 8
  /// Whether four channels are inks.
  package var isCMYK = false
  /// A colour profile.
  package var profile: [UInt8]?
  /// The EXIF orientation, zero for none.
  package var orientation = 0
  /// The pixels, not multiplied by alpha; longer samples in the order of this machine.
  package var bytes: [UInt8]

  /// Takes the pixels of an image.
  package init(_ size: PixelSize, _ channels: Channels, bytes: [UInt8]) {
    self.size = size
    self.channels = channels
    self.bytes = bytes
  }

  /// Takes an opaque bitmap.
  package init(_ bitmap: Bitmap) {
    let colors = bitmap.bytes.enumerated().filter { $0.offset % 4 != 3 }.map(\.element)
    self.init(bitmap.size, .rgb, bytes: colors)
  }

  /// Writes the file.
  /// - Parameter suffix: The format and its options as libvips writes them.
  /// - Returns: The file; empty if libvips refuses.
  package func encoded(_ suffix: String) -> [UInt8] {
    var file: UnsafeMutableRawPointer?
    var length = 0
    let status = samples_encode(
      bytes, Int32(size.width), Int32(size.height), Int32(channels.rawValue), Int32(bits), suffix,
      profile, profile?.count ?? 0, Int32(orientation), isCMYK ? 1 : 0, &file, &length)
    guard status == 0, let file else { return [] }
    defer { free(file) }
    return Array(UnsafeRawBufferPointer(start: file, count: length))
  }
}
