package struct IndexedPicture: Hashable, Sendable {
  package let size: PixelSize
  /// At most `colorLimit` colors, from dark to light.
  package let palette: [RGB]
  /// Palette indices row by row, or `unset`.
  package let indices: [UInt8]

  package static let colorLimit = 255
  package static let unset: UInt8 = 255
}

extension IndexedPicture {
  /// Takes `RGB.packed` row by row, with larger numbers for no color, for `ColorDiffusion`.
  package init(diffusing pixels: [UInt32], of size: PixelSize) {
    self.init(pixels, of: size, by: ColorDiffusion.indices)
  }

  /// Takes `RGB.packed` row by row, for `ColorFlattening`.
  package init(flattening pixels: [UInt32], of size: PixelSize) {
    self.init(pixels, of: size, by: ColorFlattening.indices)
  }

  /// Enlarges by repeating pixels; no side may be smaller.
  package func repeated(to target: PixelSize) -> IndexedPicture {
    guard target != size else { return self }
    let columns = (0..<target.width).map { $0 * size.width / target.width }
    var repeated: [UInt8] = []
    repeated.reserveCapacity(target.area)
    for row in 0..<target.height {
      let start = row * size.height / target.height * size.width
      for column in columns { repeated.append(indices[start + column]) }
    }
    return IndexedPicture(size: target, palette: palette, indices: repeated)
  }

  /// Keeps the whole palette; the part must be inside.
  package func cropped(to part: PixelRect) -> IndexedPicture {
    let rows = part.rows.map { row in
      indices[row * size.width + part.x..<row * size.width + part.x + part.size.width]
    }
    return IndexedPicture(size: part.size, palette: palette, indices: Array(rows.joined()))
  }

  private init(
    _ pixels: [UInt32], of size: PixelSize,
    by indices: (_ pixels: [UInt32], _ width: Int, _ colors: borrowing NearestColors) -> [UInt8]
  ) {
    precondition(pixels.count == size.area, "a picture has as many pixels as its size says")
    let colors = Self.colors(for: pixels)
    self.size = size
    palette = colors.palette
    self.indices = indices(pixels, size.width, colors)
  }

  private static func colors(for pixels: [UInt32]) -> NearestColors {
    var cutter = PaletteCutter(ColorHistogram(of: pixels))
    let colors = cutter.colors(atMost: colorLimit)
    guard colors.isEmpty else { return NearestColors(colors) }
    // Subsampling may have missed the only pixels with a color.
    let first = pixels.first { $0 <= ColorCells.lastColor }
    return NearestColors(first.map { [RGB(packed: $0)] } ?? [])
  }
}
