/// Processor time and memory limits of a child that decodes one image.
///
/// They grow with the number of pixels, up to those of the largest image.
package struct DecodingAllowance: Hashable, Sendable {
  /// Limits before the image size is known, and for drawings.
  package static let base = DecodingAllowance(pixelCount: 0)
  package static let most = DecodingAllowance(pixelCount: .max)

  /// The maximum of all formats that are decoded as a whole.
  private static let pixelLimit = 100_000_000
  private static let baseSeconds = 5
  private static let pixelsPerSecond = 2_000_000
  private static let baseMemory = 1 << 30
  /// A 10-bit image in libheif needs up to 22 bytes per pixel in several copies.
  private static let bytesPerPixel = 16

  /// Three to four times the time that a slow codec needs.
  package let processorSeconds: Int
  /// Private writable memory in bytes.
  package let memory: Int

  package init(pixelCount: Int) {
    let pixels = min(max(0, pixelCount), Self.pixelLimit)
    processorSeconds = Self.baseSeconds + pixels / Self.pixelsPerSecond
    memory = Self.baseMemory + pixels * Self.bytesPerPixel
  }

  /// Scales a timeout for the smallest image in proportion.
  package func scaled(_ time: Duration) -> Duration { time * processorSeconds / Self.baseSeconds }
}
