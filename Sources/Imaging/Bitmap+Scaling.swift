extension Bitmap {
  /// Scales by averaging covered areas (box filter); may be called from any thread.
  ///
  /// Invalid sides give an empty bitmap. `visibleWidth` and `visibleHeight` are the fractions kept
  /// around the center, above 0 and at most 1.
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

  /// Scales a fractional region to a size not larger than it; an aligned one is not resampled.
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
    let isWhole = across == 0..<Double(outer.size.width) && down == 0..<Double(outer.size.height)
    if isWhole, target == outer.size { return taken }
    return taken.averaged(
      BoxCoverage.all(target.width, over: across, of: outer.size.width),
      BoxCoverage.all(target.height, over: down, of: outer.size.height))
  }

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
