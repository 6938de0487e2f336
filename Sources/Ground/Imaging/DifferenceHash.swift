/// What a picture looks like, in 64 bits: of two that look alike few bits differ.
///
/// Each bit tells whether a field of the picture is brighter than the one on its right, on a grid of nine by eight
/// (dHash; Neal Krawetz, “Kind of Like That”, 2013). What is smaller, lighter, or saved again keeps nearly all of them;
/// what is cropped or turned does not.
package struct DifferenceHash: Hashable, Sendable {
  /// The bits, the upper left field in the highest.
  package let bits: UInt64

  /// Takes bits that were kept.
  package init(bits: UInt64) {
    self.bits = bits
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
    self.bits = bits
  }

  /// How many bits differ: up to 5 for one picture in two files, some thirty for two pictures.
  package func distance(to other: DifferenceHash) -> Int {
    (bits ^ other.bits).nonzeroBitCount
  }
}

extension RGB {
  /// The luma of ITU-R BT.601, in thousandths of a level.
  fileprivate var brightness: Int { 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) }
}
