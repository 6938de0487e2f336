extension Bitmap {
  /// Makes the picture larger or smaller by averaging; may be called from any thread.
  ///
  /// Every new pixel is the mean of the area that it covers, pixels on its edge counted by the part
  /// that lies inside (box filter). At the same size the picture stays as it is.
  /// - Parameters:
  ///   - target: The new size in pixels; a side that is not positive gives an empty bitmap.
  ///   - visibleWidth: The share of the width that is kept, around the middle, above 0 and at most 1.
  ///   - visibleHeight: The share of the height that is kept, in the same way.
  /// - Returns: A bitmap of the new size, its colours multiplied by alpha as before.
  package func scaled(
    to target: PixelSize, visibleWidth: Double = 1, visibleHeight: Double = 1
  ) -> Bitmap {
    let target = PixelSize(width: max(0, target.width), height: max(0, target.height))
    guard size.area > 0, target.area > 0 else {
      return Bitmap(size: target, bytes: Array(repeating: 0, count: target.area * 4))
    }
    if target == size, visibleWidth >= 1, visibleHeight >= 1 { return self }
    let columns = BoxCoverage.all(target.width, over: size.width, visible: visibleWidth)
    let rows = BoxCoverage.all(target.height, over: size.height, visible: visibleHeight)
    var sum = RowSum(width: size.width)
    let scaled = unsafe [UInt8](unsafeUninitializedCapacity: target.area * 4) { output, count in
      for (row, coverage) in rows.enumerated() {
        sum.add(coverage, of: bytes)
        unsafe sum.average(
          over: columns, scale: coverage.scale, into: output, at: row * target.width * 4)
      }
      count = target.area * 4
    }
    return Bitmap(size: target, bytes: scaled)
  }
}
