/// The sharpness of an image: the variance of the Laplacian of its luma.
///
/// Reported as the best of many simple focus measures (Pech-Pacheco, Cristóbal, Chamorro-Martínez
/// and Fernández-Valdivia, “Diatom autofocusing in brightfield microscopy: a comparative study”,
/// ICPR 2000). It depends more on the subject than on the focus: only images of one burst at
/// ``side`` are comparable. The best of 16 tiles counts, because the subject may be small.
package struct Sharpness: Hashable, Comparable, Sendable {
  /// Longer side of measured images in pixels; smaller ones are not enlarged.
  package static let side = 512
  private static let tiles = 4

  /// Variance in 1/100 of a squared level.
  package let hundredths: Int

  package init(hundredths: Int) {
    self.hundredths = hundredths
  }

  /// Takes the image as displayed, at most ``side`` long; zero if too small.
  ///
  /// Callable from any thread.
  package init(of picture: Bitmap) {
    let size = picture.size
    guard size.width >= 2 + Self.tiles, size.height >= 2 + Self.tiles else {
      self.init(hundredths: 0)
      return
    }
    let luma = picture.luma(of: 0..<size.height).map { Int32($0) }
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

  package static func < (left: Sharpness, right: Sharpness) -> Bool {
    left.hundredths < right.hundredths
  }

  /// A tile without the outermost pixels of the image, which lack a neighbor.
  private static func tile(_ number: Int, of length: Int) -> Range<Int> {
    let inner = length - 2
    return 1 + number * inner / tiles..<1 + (number + 1) * inner / tiles
  }

  private static func variance(
    of luma: [Int32], width: Int, _ columns: Range<Int>, _ rows: Range<Int>
  ) -> Double {
    let luma = luma.span
    var (sum, squares) = (0, 0)
    for y in rows {
      for place in y * width + columns.lowerBound..<y * width + columns.upperBound {
        let around = luma[place - 1] + luma[place + 1] + luma[place - width] + luma[place + width]
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
