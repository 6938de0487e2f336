internal import CVipsSamples
internal import Glibc
package import Imaging

/// A JPEG XL for tests, with features that libvips cannot write.
package struct SampleJXL {
  /// The frames of an animation, all of one size, or a single image; opaque.
  package var frames: [Bitmap]
  /// The code of the EXIF orientation, which is part of the header here.
  package var orientation = 1
  /// The code of the curve (ITU-T H.273, section 8.2); all except that of sRGB have the
  /// primaries of BT.2100.
  package var transfer = 13
  /// Whether every pixel is preserved.
  package var isLossless = true

  /// Takes the frames.
  package init(_ frames: Bitmap...) {
    self.frames = frames
  }

  /// Writes the file; empty if libjxl refuses.
  package func encoded() -> [UInt8] {
    let size = frames.first?.size ?? PixelSize(width: 0, height: 0)
    let pixels = frames.flatMap(\.bytes).enumerated().filter { $0.offset % 4 != 3 }.map(\.element)
    let picture = samples_jxl(
      width: Int32(size.width), height: Int32(size.height), frames: Int32(frames.count),
      orientation: Int32(orientation), transfer: Int32(transfer), lossless: isLossless ? 1 : 0)
    var file: UnsafeMutableRawPointer?
    var length = 0
    guard samples_encode_jxl(picture, pixels, &file, &length) == 0, let file else { return [] }
    defer { free(file) }
    return Array(UnsafeRawBufferPointer(start: file, count: length))
  }
}
