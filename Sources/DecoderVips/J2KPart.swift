internal import DecoderKit
internal import Imaging

/// The decoded area of a JPEG 2000, extended so that all its samples are as in the whole image.
struct J2KPart {
  let decoded: J2KArea?
  let sampleCount: Int

  private let cut: CropScale
  private let reduction: Int
  private let whole: PixelSize
  private let pixels: PixelRect

  init(_ cut: CropScale, of header: J2KHeader, reduction: Int) {
    self.cut = cut
    self.reduction = reduction
    whole = header.size
    decoded = cut.region.flatMap { _ in Self.area(around: cut.area, of: header, reduction) }
    pixels = decoded?.pixels ?? PixelRect(header.size)
    sampleCount = header.sampleCount(in: decoded ?? header.picture) >> (2 * reduction)
  }

  /// A rectangle aligned to samples of all components after reduction.
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

  /// The size to average rows to: the target for a whole image; regions are scaled later.
  func size(of decoded: PixelSize) -> PixelSize {
    guard cut.region == nil else { return decoded }
    return PixelSize(
      width: min(cut.target.width, decoded.width), height: min(cut.target.height, decoded.height))
  }

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
