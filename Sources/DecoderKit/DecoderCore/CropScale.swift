package import DecoderProtocol
package import Imaging

package struct CropScale: Hashable, Sendable {
  /// In stored pixels.
  package let area: PixelRect
  /// The size to scale down to, in stored orientation.
  package let target: PixelSize
  package let region: PixelRect?

  package init(allOf stored: PixelSize, target: PixelSize) {
    area = PixelRect(stored)
    self.target = target
    region = nil
  }

  fileprivate init(_ region: PixelRect, _ area: PixelRect, target: PixelSize) {
    (self.region, self.area, self.target) = (region, area, target)
  }

  /// Size up to the bottom right of the area: what must be decoded if rows are stored from the top.
  var reach: PixelSize { PixelSize(width: area.x + area.size.width, height: area.rows.upperBound) }
}

package struct CropRule: Hashable, Sendable {
  /// Maximum size of the scaled region, in pixels.
  package let box: PixelSize
  /// Maximum size of a whole image, in pixels; at least as large as `box`.
  package let wholeBox: PixelSize
  /// The region in pixels of the displayed image; nil for all of it.
  package let region: PixelRect?

  /// Sides below 1 count as 1.
  package init(box: PixelSize, wholeBox: PixelSize?, region: PixelRect?) {
    let box = PixelSize(width: max(1, box.width), height: max(1, box.height))
    self.box = box
    self.wholeBox = wholeBox ?? box
    self.region = region
  }

  /// The rule for a substitute image of another size: the same region in its pixels.
  package func moved(from picture: PixelSize, to other: PixelSize) -> CropRule {
    guard let region = region?.clamped(into: picture), picture != other else { return self }
    func side(_ part: Range<Int>, _ length: Int, _ other: Int) -> Range<Int> {
      let scale = Double(other) / Double(length)
      let start = Int((Double(part.lowerBound) * scale).rounded())
      return start..<max(start + 1, Int((Double(part.upperBound) * scale).rounded()))
    }
    return CropRule(
      box: box, wholeBox: wholeBox,
      region: PixelRect(
        columns: side(region.columns, picture.width, other.width),
        rows: side(region.rows, picture.height, other.height)))
  }

  /// Applies the rule to an image of a stored size; clips the region.
  ///
  /// `decodesWhole` means that the decoder reads the whole image in any case. Then the cut is the
  /// whole image, provided that it has the same detail.
  package func cut(
    of stored: PixelSize, turnedBy orientation: Orientation = .topLeft, decodesWhole: Bool = true
  ) -> CropScale {
    let shown = orientation.shown(stored)
    let whole = shown.fitted(into: wholeBox)
    guard let part = region?.clamped(into: shown), part.size != shown else {
      return CropScale(allOf: stored, target: orientation.shown(whole))
    }
    let target = part.size.fitted(into: box)
    let suffices =
      whole.width * part.size.width >= target.width * shown.width
      && whole.height * part.size.height >= target.height * shown.height
    if decodesWhole, suffices { return CropScale(allOf: stored, target: orientation.shown(whole)) }
    return CropScale(part, orientation.stored(part, of: stored), target: orientation.shown(target))
  }
}

/// Size limits of images, checked from the header before memory is allocated.
package enum PictureLimit {
  /// JPEG in one scan, in pixels: TurboJPEG keeps only a few rows.
  static let oneScan = 300_000_000
  /// JPEG in several scans, in pixels: all coefficients stay in memory, up to 6 bytes per pixel.
  static let manyScans = 100_000_000
  static let png = 100_000_000
  /// Images read by libvips, in pixels: most of its codecs keep the whole image in memory.
  private static let other = 100_000_000
  /// Maximum side of a PNG and width of a BMP in pixels, as in libpng; limits memory for a row.
  static let side = 1_000_000
  /// Decoded pixels in bytes.
  static let byteCount = 1 << 30

  /// Throws `.damaged` for an empty image, or `.tooManyPixels`.
  package static func check(_ size: PixelSize) throws(PictureError) {
    try check(size, pixels: other)
  }

  /// Throws `.damaged` for an empty image, or `.tooManyPixels`; sides may be any number.
  static func check(_ size: PixelSize, pixels limit: Int) throws(PictureError) {
    guard size.width > 0, size.height > 0 else { throw .damaged }
    let (area, overflows) = size.width.multipliedReportingOverflow(by: size.height)
    guard !overflows, area <= limit else { throw .tooManyPixels(size) }
  }

  /// Checks the limits of a row-based image, which needs memory for a whole row.
  package static func checkRows(_ size: PixelSize) throws(PictureError) {
    try check(size)
    guard size.width <= side else { throw .tooManyPixels(size) }
  }
}
