internal import DecoderCore
internal import Imaging

/// What is decoded of a JPEG 2000: all of it, or as much around a region as makes every sample of it the
/// same as in the whole.
struct J2KPart {
  /// What openjpeg decodes, on the reference grid; nil for all of the picture.
  let decoded: J2KArea?
  /// How many samples that are, in the size in which they are decoded.
  let sampleCount: Int

  private let cut: PictureCut
  private let reduction: Int
  private let whole: PixelSize
  /// The pixels that are decoded, of the whole picture in full size.
  private let pixels: PixelRect

  /// Chooses what to decode.
  /// - Parameters:
  ///   - cut: What is wanted.
  ///   - header: The header of the picture.
  ///   - reduction: How often the picture is halved.
  init(_ cut: PictureCut, of header: J2KHeader, reduction: Int) {
    self.cut = cut
    self.reduction = reduction
    whole = header.size
    decoded = cut.region.flatMap { _ in Self.area(around: cut.area, of: header, reduction) }
    pixels = decoded?.pixels ?? PixelRect(header.size)
    sampleCount = header.sampleCount(in: decoded ?? header.picture) >> (2 * reduction)
  }

  /// A rectangle that begins and ends with a sample of every component when it is halved so often.
  private static func area(
    around area: PixelRect, of header: J2KHeader, _ reduction: Int
  ) -> J2KArea? {
    guard let unit = header.unit.map({ $0 << reduction }) else { return nil }
    func end(_ place: Int, _ length: Int) -> Int { min((place + unit - 1) / unit * unit, length) }
    return J2KArea(
      left: area.x / unit * unit, top: area.y / unit * unit,
      right: end(area.columns.upperBound, header.size.width),
      bottom: end(area.rows.upperBound, header.size.height))
  }

  /// What the decoded pixels are scaled to while their rows come: a whole picture to its size, a part not
  /// yet.
  func size(of decoded: PixelSize) -> PixelSize {
    guard cut.region == nil else { return decoded }
    return PixelSize(
      width: min(cut.target.width, decoded.width), height: min(cut.target.height, decoded.height))
  }

  /// Cuts what is wanted out of the pixels that were decoded, and scales it.
  func bitmap(of plain: Bitmap) -> Bitmap {
    guard cut.region != nil else { return plain }
    func scaled(_ side: Range<Int>, from start: Int) -> Range<Double> {
      let scale = Double(1 << reduction)
      return Double(side.lowerBound - start) / scale..<Double(side.upperBound - start) / scale
    }
    return plain.part(
      scaled(cut.area.columns, from: pixels.x), scaled(cut.area.rows, from: pixels.y),
      scaledTo: cut.target)
  }

  /// The columns of a decoded row that no data are there for.
  /// - Parameters:
  ///   - y: The row.
  ///   - size: The size of what is decoded, in pixels.
  ///   - tiles: Tells where data are.
  /// - Returns: Ranges from the left to the right.
  func missingColumns(inRow y: Int, of size: PixelSize, _ tiles: J2KTiles) -> [Range<Int>] {
    guard decoded != nil else { return tiles.missingColumns(inRow: y, of: size) }
    let (left, top) = (pixels.x >> reduction, pixels.y >> reduction)
    let shown = PixelSize(
      width: (whole.width - 1) >> reduction + 1, height: (whole.height - 1) >> reduction + 1)
    return tiles.missingColumns(inRow: top + y, of: shown).map {
      let part = $0.clamped(to: left..<left + size.width)
      return part.lowerBound - left..<part.upperBound - left
    }
  }
}
