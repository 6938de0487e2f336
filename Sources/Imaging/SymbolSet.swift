/// The characters that images are drawn with.
package enum SymbolSet: String, CaseIterable, Hashable, Sendable {
  case half, quadrants
  /// Blocks of 2x3 (Unicode 13), for terminals that draw them natively.
  case sextants
  case ascii

  package var grid: PixelSize {
    switch self {
    case .half: PixelSize(width: 1, height: 2)
    case .quadrants: PixelSize(width: 2, height: 2)
    case .sextants: PixelSize(width: 2, height: 3)
    case .ascii: PixelSize(width: 1, height: 1)
    }
  }
}
