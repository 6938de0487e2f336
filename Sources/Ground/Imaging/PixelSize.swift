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

extension PixelSize {
  /// The size scaled down to fit into a box, proportions kept, sides rounded and at least 1 pixel.
  ///
  /// What fits already keeps its size.
  package func fitted(into box: PixelSize) -> PixelSize {
    let boxWidth = max(1, box.width)
    let boxHeight = max(1, box.height)
    guard width > boxWidth || height > boxHeight else { return self }
    let scale = min(Double(boxWidth) / Double(width), Double(boxHeight) / Double(height))
    return PixelSize(
      width: min(boxWidth, max(1, Int((Double(width) * scale).rounded()))),
      height: min(boxHeight, max(1, Int((Double(height) * scale).rounded()))))
  }

  /// Whether both sides are at least as long as another's.
  package func covers(_ other: PixelSize) -> Bool {
    width >= other.width && height >= other.height
  }
}

extension PixelSize: CustomStringConvertible {
  /// The size as people write it: `4000x3000`.
  package var description: String { "\(width)x\(height)" }
}
