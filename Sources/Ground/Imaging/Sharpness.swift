/// How sharp the sharpest part of a picture is: the variance of the Laplacian of its luma.
///
/// Said to be the best of many simple measures of focus (Pech-Pacheco, Cristóbal, Chamorro-Martínez and
/// Fernández-Valdivia, “Diatom autofocusing in brightfield microscopy: a comparative study”, ICPR 2000). What is in
/// the picture counts for more than how sharp that is, so only pictures of one burst can be compared, all measured at
/// ``side``. Each is measured by the best of 16 tiles: what is in focus may be small before a blurred background.
package struct Sharpness: Hashable, Comparable, Sendable {
  /// The longer side of the pictures that are measured, in pixels; smaller ones are measured as they are.
  package static let side = 512
  /// The tiles in a row, and the rows of them.
  private static let tiles = 4

  /// The variance, in hundredths of a level squared.
  package let hundredths: Int

  /// Takes a variance that was kept, in hundredths of a level squared.
  package init(hundredths: Int) {
    self.hundredths = hundredths
  }

  /// Measures a picture; may be called from any thread.
  /// - Parameter picture: The picture as it is shown, of which no side is longer than ``side``; zero where it is too
  ///   small to have tiles.
  package init(of picture: Bitmap) {
    let size = picture.size
    guard size.width >= 2 + Self.tiles, size.height >= 2 + Self.tiles else {
      self.init(hundredths: 0)
      return
    }
    let luma = Self.luma(of: picture)
    var best = 0.0
    for row in 0..<Self.tiles {
      for column in 0..<Self.tiles {
        let variance = Self.variance(
          of: luma, width: size.width, Self.tile(column, of: size.width),
          Self.tile(row, of: size.height))
        best = max(best, variance)
      }
    }
    self.init(hundredths: Int((best * 100).rounded()))
  }

  /// Tells which is less sharp.
  package static func < (left: Sharpness, right: Sharpness) -> Bool {
    left.hundredths < right.hundredths
  }

  /// The pixels of one tile across or down, without those at the edges of the picture, which lack a neighbour.
  private static func tile(_ number: Int, of length: Int) -> Range<Int> {
    let inner = length - 2
    return 1 + number * inner / tiles..<1 + (number + 1) * inner / tiles
  }

  /// The luma of ITU-R BT.601, in levels.
  private static func luma(of picture: Bitmap) -> [Int32] {
    let bytes = picture.bytes.span
    var luma: [Int32] = []
    luma.reserveCapacity(picture.size.area)
    for start in stride(from: 0, to: bytes.count, by: 4) {
      let (red, green, blue) = (bytes[start], bytes[start + 1], bytes[start + 2])
      luma.append((299 * Int32(red) + 587 * Int32(green) + 114 * Int32(blue) + 500) / 1_000)
    }
    return luma
  }

  /// The variance of the four neighbours' sum less four times each pixel.
  private static func variance(
    of luma: [Int32], width: Int, _ columns: Range<Int>, _ rows: Range<Int>
  ) -> Double {
    let luma = luma.span
    var (sum, squares) = (0, 0)
    for y in rows {
      for place in y * width + columns.lowerBound..<y * width + columns.upperBound {
        let around =
          luma[place - 1] + luma[place + 1] + luma[place - width] + luma[place + width]
        let laplacian = Int(around - 4 * luma[place])
        sum += laplacian
        squares += laplacian * laplacian
      }
    }
    let count = Double(columns.count * rows.count)
    let mean = Double(sum) / count
    return Double(squares) / count - mean * mean
  }
}
