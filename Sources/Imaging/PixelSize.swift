package struct PixelSize: Hashable, Sendable, CustomStringConvertible {
  package var width, height: Int

  package init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
  }

  package var area: Int { width * height }

  /// Scales down to fit into a box, with at least 1 pixel per side; never enlarges.
  package func fitted(into box: PixelSize) -> PixelSize {
    let boxWidth = max(1, box.width)
    let boxHeight = max(1, box.height)
    guard width > boxWidth || height > boxHeight else { return self }
    let scale = min(Double(boxWidth) / Double(width), Double(boxHeight) / Double(height))
    return PixelSize(
      width: min(boxWidth, max(1, Int((Double(width) * scale).rounded()))),
      height: min(boxHeight, max(1, Int((Double(height) * scale).rounded()))))
  }

  package func covers(_ other: PixelSize) -> Bool { width >= other.width && height >= other.height }

  package var description: String { "\(width)x\(height)" }
}
