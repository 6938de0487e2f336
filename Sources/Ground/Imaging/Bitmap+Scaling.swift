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
    return averaged(
      BoxCoverage.all(target.width, over: size.width, visible: visibleWidth),
      BoxCoverage.all(target.height, over: size.height, visible: visibleHeight))
  }

  /// Makes a picture of a part, as `scaled(to:)` makes one of the whole.
  /// - Parameters:
  ///   - columns: What is kept of the width, in pixels from the left; it may begin and end within one.
  ///   - rows: What is kept of the height, in pixels from the top.
  ///   - target: The new size in pixels, no side longer than the part's and none below 1.
  /// - Returns: A bitmap of the new size; the very pixels where the part lies on whole ones and has that
  ///   size.
  package func part(
    _ columns: Range<Double>, _ rows: Range<Double>, scaledTo target: PixelSize
  ) -> Bitmap {
    let outer = PixelRect(covering: columns, rows).clamped(into: size)
    let taken = cropped(to: outer)
    func local(_ stretch: Range<Double>, _ start: Int, _ length: Int) -> Range<Double> {
      stretch.lowerBound - Double(start)..<min(stretch.upperBound - Double(start), Double(length))
    }
    let across = local(columns, outer.x, outer.size.width)
    let down = local(rows, outer.y, outer.size.height)
    let isWhole =
      across == 0..<Double(outer.size.width) && down == 0..<Double(outer.size.height)
    if isWhole, target == outer.size { return taken }
    return taken.averaged(
      BoxCoverage.all(target.width, over: across, of: outer.size.width),
      BoxCoverage.all(target.height, over: down, of: outer.size.height))
  }

  /// The pixels of a rectangle inside the picture.
  package func cropped(to area: PixelRect) -> Bitmap {
    guard area != PixelRect(size) else { return self }
    var part: [UInt8] = []
    part.reserveCapacity(area.size.area * 4)
    for y in area.rows {
      let start = (y * size.width + area.x) * 4
      part += bytes[start..<start + area.size.width * 4]
    }
    return Bitmap(size: area.size, bytes: part)
  }

  private func averaged(_ columns: [BoxCoverage], _ rows: [BoxCoverage]) -> Bitmap {
    let target = PixelSize(width: columns.count, height: rows.count)
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
