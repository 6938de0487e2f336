package import Imaging

/// A picture whose pixels are numbers of a palette, which is made for it.
package struct IndexedPicture: Hashable, Sendable {
  /// The size in pixels.
  package let size: PixelSize
  /// The colours: at most `colorLimit`, from dark to light.
  package let palette: [RGB]
  /// For each pixel, row by row from the top, the number of its colour, or `unset`.
  package let indices: [UInt8]

  /// The most colours of a palette.
  package static let colorLimit = 255
  /// What stands for a pixel without a colour.
  package static let unset: UInt8 = 255
}

extension IndexedPicture {
  /// Shows pixels so that areas keep their mean colours, by `ColorDiffusion`.
  /// - Parameters:
  ///   - pixels: As many as the size says, row by row from the top, each `RGB.packed`; greater numbers
  ///     are pixels without a colour.
  ///   - size: The size in pixels.
  package init(diffusing pixels: [UInt32], of size: PixelSize) {
    self.init(pixels, of: size, by: ColorDiffusion.indices)
  }

  /// Shows pixels so that they can be compressed well, by `ColorFlattening`.
  /// - Parameters:
  ///   - pixels: As many as the size says, row by row from the top, each `RGB.packed`.
  ///   - size: The size in pixels.
  package init(flattening pixels: [UInt32], of size: PixelSize) {
    self.init(pixels, of: size, by: ColorFlattening.indices)
  }

  /// The picture with its pixels repeated to fill another size, whose sides are at least its own.
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

  /// A part of the picture, with all of its palette.
  /// - Parameter part: Pixels inside it.
  /// - Returns: The part alone.
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
    // Of a large picture some pixels are not counted, perhaps the only ones that have a colour.
    let first = pixels.first { $0 <= ColorCells.lastColor }
    return NearestColors(first.map { [RGB(packed: $0)] } ?? [])
  }
}
