/// A perceptual hash of 64 bits; similar images differ in few bits.
///
/// Each bit is set if a field is brighter than its right neighbor on a 9x8 grid (dHash; Neal
/// Krawetz, “Kind of Like That”, 2013). It is robust against scaling, brightness and recompression,
/// but not against cropping and rotation.
package struct DifferenceHash: Hashable, Sendable {
  package let bits: UInt64
  package let fields: FieldMeans?

  package init(bits: UInt64, fields: FieldMeans? = nil) {
    (self.bits, self.fields) = (bits, fields)
  }

  /// Takes the image as displayed, of any size; may be called from any thread.
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

  /// Whether at most `reach` bits differ, and fields within a tolerance that grows with it.
  package func isLike(_ other: DifferenceHash, within reach: Int) -> Bool {
    guard distance(to: other) <= reach else { return false }
    guard let fields, let others = other.fields else { return true }
    return fields.isLike(others, tolerance: 2 + 0.3 * Double(reach))
  }

  /// For sorting: 1024 for each differing bit, and for 4 levels of mean difference of the fields.
  package func difference(to other: DifferenceHash) -> Int {
    guard let fields, let others = other.fields else { return distance(to: other) << 10 }
    return distance(to: other) << 10 + fields.difference(to: others)
  }

  /// Differing bits: up to 5 for an image in two files, about 30 for different images.
  package func distance(to other: DifferenceHash) -> Int { (bits ^ other.bits).nonzeroBitCount }
}

extension RGB {
  /// BT.601 luma in 1/1000 of a level.
  var brightness: Int { 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) }
}
