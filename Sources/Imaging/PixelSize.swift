/// A size in pixels.
package struct PixelSize: Hashable, Sendable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The number of pixels.
  package var area: Int { width * height }
}

extension PixelSize: CustomStringConvertible {
  package var description: String { "\(width)x\(height)" }
}
