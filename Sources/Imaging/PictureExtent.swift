/// Which part of an image a tile shows, and its scale.
package enum PictureExtent: Hashable, Sendable {
  /// All of it, as large as possible.
  case filling
  /// All of it, not enlarged beyond the terminal's pixels.
  case fitting
  /// Its middle, which fills the box.
  case covering
  /// A region, or all of it rotated, at a given scale.
  case part(PicturePart)
}

/// A region of an image at a scale.
///
/// ```swift
/// // The upper left quarter of a photo of 4000x3000 pixels at half its size.
/// PicturePart(
///   of: PixelSize(width: 4000, height: 3000), scaledTo: PixelSize(width: 2000, height: 1500),
///   PixelRect(x: 0, y: 0, width: 1000, height: 750))
/// ```
package struct PicturePart: Hashable, Sendable {
  package let picture: PixelSize
  package let turn: Orientation
  /// The size of the whole rotated image in terminal pixels.
  package let whole: PixelSize
  /// The visible part of it in terminal pixels.
  package let part: PixelRect

  /// `part` must be inside `whole` and not empty.
  package init(
    of picture: PixelSize, turnedBy turn: Orientation = .topLeft, scaledTo whole: PixelSize,
    _ part: PixelRect
  ) {
    (self.picture, self.turn, self.whole, self.part) = (picture, turn, whole, part)
  }

  package var upright: PixelRect { turn.stored(part, of: turn.shown(whole)) }

  /// The smallest region in image pixels that contains the part.
  package var region: PixelRect {
    PixelRect(covering: columns(of: picture), rows(of: picture)).clamped(into: picture)
  }

  /// The columns of the part before rotation, in pixels of the whole image at `size`.
  package func columns(of size: PixelSize) -> Range<Double> {
    let scale = Double(size.width) / Double(turn.shown(whole).width)
    let columns = upright.columns
    return Double(columns.lowerBound) * scale..<Double(columns.upperBound) * scale
  }

  package func rows(of size: PixelSize) -> Range<Double> {
    let scale = Double(size.height) / Double(turn.shown(whole).height)
    let rows = upright.rows
    return Double(rows.lowerBound) * scale..<Double(rows.upperBound) * scale
  }
}

extension Bitmap {
  /// Renders a part of the image of this bitmap; may be called from any thread.
  ///
  /// `region` is the area of the bitmap in image pixels; its edges are repeated outside.
  package func drawn(_ part: PicturePart, from region: PixelRect?, in size: PixelSize) -> Bitmap {
    let region = region ?? PixelRect(part.picture)
    let scale = (
      x: Double(self.size.width) / Double(region.size.width),
      y: Double(self.size.height) / Double(region.size.height)
    )
    let (columns, rows) = (part.columns(of: part.picture), part.rows(of: part.picture))
    func local(_ range: Range<Double>, _ start: Int, _ scale: Double, _ length: Int) -> Range<
      Double
    > {
      let lower = min(max(0, (range.lowerBound - Double(start)) * scale), Double(length) - 1e-6)
      let upper = min(max(lower + 1e-6, (range.upperBound - Double(start)) * scale), Double(length))
      return lower..<upper
    }
    return self.part(
      local(columns, region.x, scale.x, self.size.width),
      local(rows, region.y, scale.y, self.size.height), scaledTo: part.turn.shown(size)
    ).turned(by: part.turn)
  }
}
