/// What a picture looks like, in 64 bits: of two that look alike few bits differ.
///
/// Each bit tells whether a field of the picture is brighter than the one on its right, on a grid of nine by eight
/// (dHash; Neal Krawetz, “Kind of Like That”, 2013). What is smaller, lighter, or saved again keeps nearly all of them;
/// what is cropped or turned does not.
package struct DifferenceHash: Hashable, Sendable {
  /// The bits, the upper left field in the highest.
  package let bits: UInt64
  /// What tells pictures with few contours apart; nil where nobody has looked.
  package let fields: FieldMeans?

  /// Takes what was kept.
  package init(bits: UInt64, fields: FieldMeans? = nil) {
    (self.bits, self.fields) = (bits, fields)
  }

  /// Looks at a picture; may be called from any thread.
  /// - Parameter picture: The picture as it is shown, of any size; what is empty has no bits.
  package init(of picture: Bitmap) {
    let fields = picture.scaled(to: PixelSize(width: 9, height: 8))
    var bits: UInt64 = 0
    for y in 0..<8 {
      for x in 0..<8 {
        bits = bits << 1 | (fields[x, y].brightness > fields[x + 1, y].brightness ? 1 : 0)
      }
    }
    self.init(bits: bits, fields: FieldMeans(of: picture))
  }

  /// Whether two pictures look alike.
  /// - Parameters:
  ///   - other: The hash of the other picture.
  ///   - reach: How many bits may differ; the fields, as far as they are known, may be the further off the more.
  /// - Returns: Whether both are near enough.
  package func isLike(_ other: DifferenceHash, within reach: Int) -> Bool {
    guard distance(to: other) <= reach else { return false }
    guard let fields, let others = other.fields else { return true }
    return fields.isLike(others, tolerance: 2 + 0.3 * Double(reach))
  }

  /// How many bits differ: up to 5 for one picture in two files, some thirty for two pictures.
  package func distance(to other: DifferenceHash) -> Int {
    (bits ^ other.bits).nonzeroBitCount
  }
}

extension RGB {
  /// The luma of ITU-R BT.601, in thousandths of a level.
  var brightness: Int { 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) }
}
