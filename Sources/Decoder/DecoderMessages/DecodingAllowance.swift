/// How much a child may use to decode one picture.
///
/// It grows with the number of pixels. A child that lies about that number gets no more than the
/// largest picture would.
package struct DecodingAllowance: Hashable, Sendable {
  /// What a child has before the size of its picture is known, and for a drawing.
  package static let base = DecodingAllowance(pixelCount: 0)
  /// What a child can get.
  package static let most = DecodingAllowance(pixelCount: .max)

  /// As many pixels as are read of any kind that is decoded as a whole.
  private static let pixelLimit = 100_000_000
  private static let baseSeconds = 5
  private static let pixelsPerSecond = 2_000_000
  private static let baseMemory = 1 << 30
  /// A picture of ten bits from libheif has 22 bytes a pixel at its worst, in several copies.
  private static let bytesPerPixel = 16

  /// Processor time, in seconds: three to four times what a slow codec needs.
  package let processorSeconds: Int
  /// Memory of its own that can be written to, in bytes.
  package let memory: Int

  /// What a picture of so many pixels may use; any number will do.
  package init(pixelCount: Int) {
    let pixels = min(max(0, pixelCount), Self.pixelLimit)
    processorSeconds = Self.baseSeconds + pixels / Self.pixelsPerSecond
    memory = Self.baseMemory + pixels * Self.bytesPerPixel
  }

  /// A time that suffices for the smallest picture, made longer in proportion.
  package func scaled(_ time: Duration) -> Duration {
    time * processorSeconds / Self.baseSeconds
  }
}
