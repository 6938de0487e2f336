/// A size in pixels.
package struct PixelSize: Hashable, Sendable {
  /// The width in pixels.
  package var width: Int
  /// The height in pixels.
  package var height: Int

  /// Takes a width and a height in pixels.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The number of pixels.
  package var area: Int { width * height }
}

extension PixelSize: CustomStringConvertible {
  /// The size as people write it: `4000x3000`.
  package var description: String { "\(width)x\(height)" }
}
