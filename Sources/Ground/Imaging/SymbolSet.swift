/// The characters that pictures are drawn with.
package enum SymbolSet: String, CaseIterable, Hashable, Sendable {
  /// Upper and lower half blocks.
  case half
  /// Quarter blocks, in every terminal font.
  case quadrants
  /// Blocks of two by three (Unicode 13), where the terminal draws them itself.
  case sextants
  /// ASCII only.
  case ascii

  /// The blocks that one character cell is divided into.
  package var grid: PixelSize {
    switch self {
    case .half: PixelSize(width: 1, height: 2)
    case .quadrants: PixelSize(width: 2, height: 2)
    case .sextants: PixelSize(width: 2, height: 3)
    case .ascii: PixelSize(width: 1, height: 1)
    }
  }
}
