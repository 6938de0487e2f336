/// How much of a picture a tile shows, and how large.
package enum PictureExtent: Hashable, Sendable {
  /// All of it, as large as there is room.
  case filling
  /// All of it, but a pixel of the picture no larger than one of the terminal.
  case fitting
  /// A part of it, or all of it turned, at a size of its own.
  case part(PicturePart)
}

/// A part of a picture at a certain size.
///
/// ```swift
/// // The upper left quarter of a photo of 4000 by 3000 pixels, in half its size.
/// PicturePart(
///   of: PixelSize(width: 4000, height: 3000), scaledTo: PixelSize(width: 2000, height: 1500),
///   PixelRect(x: 0, y: 0, width: 1000, height: 750))
/// ```
package struct PicturePart: Hashable, Sendable {
  /// The size of the whole picture as it is shown by itself, in its own pixels.
  package let picture: PixelSize
  /// How it is turned once more.
  package let turn: Orientation
  /// The size of the whole picture when it is turned, in pixels of the terminal.
  package let whole: PixelSize
  /// The part of that which is shown, in pixels of the terminal.
  package let part: PixelRect

  /// Takes a part of a picture.
  /// - Parameters:
  ///   - picture: The size of the picture as it is shown by itself, in its own pixels.
  ///   - turn: How it is turned once more.
  ///   - whole: The size of the whole picture when it is turned, in pixels of the terminal.
  ///   - part: The part of that which is shown, in pixels of the terminal; inside it, not empty.
  package init(
    of picture: PixelSize, turnedBy turn: Orientation = .topLeft, scaledTo whole: PixelSize,
    _ part: PixelRect
  ) {
    self.picture = picture
    self.turn = turn
    self.whole = whole
    self.part = part
  }

  /// The part before it is turned, in pixels of the terminal.
  package var upright: PixelRect { turn.stored(part, of: turn.shown(whole)) }

  /// The least region of the picture, in its own pixels, that has all of the part.
  package var region: PixelRect {
    PixelRect(covering: columns(of: picture), rows(of: picture)).clamped(into: picture)
  }

  /// What a picture or a bitmap of it has of the part from left to right, before it is turned.
  /// - Parameter size: The size of the whole picture in that bitmap's pixels.
  /// - Returns: Pixels from the left, which may begin and end within one.
  package func columns(of size: PixelSize) -> Range<Double> {
    let scale = Double(size.width) / Double(turn.shown(whole).width)
    let columns = upright.columns
    return Double(columns.lowerBound) * scale..<Double(columns.upperBound) * scale
  }

  /// The same from the top to the bottom.
  package func rows(of size: PixelSize) -> Range<Double> {
    let scale = Double(size.height) / Double(turn.shown(whole).height)
    let rows = upright.rows
    return Double(rows.lowerBound) * scale..<Double(rows.upperBound) * scale
  }
}

extension Bitmap {
  /// Draws a part of the picture that this is a bitmap of; may be called from any thread.
  /// - Parameters:
  ///   - part: The part.
  ///   - region: What the bitmap has of the picture, in the picture's own pixels; nil for all of it.
  ///   - size: The size in pixels that it is drawn to.
  /// - Returns: The part, turned; what the bitmap lacks of it is taken from its nearest edge.
  package func drawn(_ part: PicturePart, from region: PixelRect?, in size: PixelSize) -> Bitmap {
    let region = region ?? PixelRect(part.picture)
    // How many pixels the whole picture would have.
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
      local(rows, region.y, scale.y, self.size.height),
      scaledTo: part.turn.shown(size)
    ).turned(by: part.turn)
  }
}
