package import Imaging

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

  /// Tells whether both sides are at least as long as another's.
  func covers(_ other: PixelSize) -> Bool {
    width >= other.width && height >= other.height
  }
}
