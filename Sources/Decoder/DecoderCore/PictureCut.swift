package import Imaging

/// What is made of one picture: a part of it, or all of it, of a certain size.
package struct PictureCut: Hashable, Sendable {
  /// The part that is decoded, in pixels of the picture as it is stored.
  package let area: PixelRect
  /// What that is scaled down to, in pixels, as it is stored.
  package let target: PixelSize
  /// What it is of the picture as it is shown, in pixels; nil for all of it.
  package let region: PixelRect?

  /// All of a picture.
  /// - Parameters:
  ///   - stored: Its size in pixels, as it is stored.
  ///   - target: What it is scaled down to, as it is stored.
  package init(allOf stored: PixelSize, target: PixelSize) {
    area = PixelRect(stored)
    self.target = target
    region = nil
  }

  fileprivate init(_ region: PixelRect, _ area: PixelRect, target: PixelSize) {
    self.region = region
    self.area = area
    self.target = target
  }

  /// What must be looked at of a picture whose rows come from the top: everything but what lies below, in
  /// pixels.
  var reach: PixelSize {
    PixelSize(width: area.x + area.size.width, height: area.rows.upperBound)
  }
}

/// Which part of a picture is asked for, and how large.
package struct CutRule: Hashable, Sendable {
  /// What the region is scaled down to fit, in pixels.
  package let box: PixelSize
  /// What a whole picture is scaled down to fit, in pixels; at least as large as `box`.
  package let wholeBox: PixelSize
  /// The region that is asked for, in pixels of the picture as it is shown; nil for all of it.
  package let region: PixelRect?

  /// Takes what a decoder is asked for; sides below 1 count as 1.
  package init(box: PixelSize, wholeBox: PixelSize?, region: PixelRect?) {
    let box = PixelSize(width: max(1, box.width), height: max(1, box.height))
    self.box = box
    self.wholeBox = wholeBox ?? box
    self.region = region
  }

  /// The same for a picture that stands for another one, of other sides.
  /// - Parameters:
  ///   - picture: The size of the picture that the region is of, in pixels.
  ///   - other: The size of the one that is decoded, in pixels.
  /// - Returns: A rule whose region is the same part of the other, as near as its pixels allow.
  package func moved(from picture: PixelSize, to other: PixelSize) -> CutRule {
    guard let region = region?.clamped(into: picture), picture != other else { return self }
    func side(_ part: Range<Int>, _ length: Int, _ other: Int) -> Range<Int> {
      let scale = Double(other) / Double(length)
      let start = Int((Double(part.lowerBound) * scale).rounded())
      return start..<max(start + 1, Int((Double(part.upperBound) * scale).rounded()))
    }
    let columns = side(region.columns, picture.width, other.width)
    let rows = side(region.rows, picture.height, other.height)
    return CutRule(
      box: box, wholeBox: wholeBox,
      region: PixelRect(
        x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count))
  }

  /// What is made of a picture.
  ///
  /// Where it is decoded whole in any case, it stays whole if it can be as detailed so.
  /// - Parameters:
  ///   - stored: Its size in pixels, as it is stored.
  ///   - orientation: How it must be turned.
  ///   - decodesWhole: Whether all of it is decoded, whatever is asked for.
  /// - Returns: The region, clipped, or all of it.
  package func cut(
    of stored: PixelSize, turnedBy orientation: Orientation = .topLeft, decodesWhole: Bool = true
  ) -> PictureCut {
    let shown = orientation.shown(stored)
    let whole = shown.fitted(into: wholeBox)
    guard let part = region?.clamped(into: shown), part.size != shown else {
      return PictureCut(allOf: stored, target: orientation.shown(whole))
    }
    let target = part.size.fitted(into: box)
    let suffices =
      whole.width * part.size.width >= target.width * shown.width
      && whole.height * part.size.height >= target.height * shown.height
    if decodesWhole, suffices {
      return PictureCut(allOf: stored, target: orientation.shown(whole))
    }
    return PictureCut(
      part, orientation.stored(part, of: stored), target: orientation.shown(target))
  }
}
