import Imaging

/// The block characters that bars and curves are drawn with.
struct BlockScale {
  /// Whether a character can be filled by eighths; otherwise by halves, as fonts of the console have
  /// nothing finer.
  private let isFine: Bool

  init(symbols: SymbolSet) {
    isFine = symbols == .quadrants || symbols == .sextants
  }

  /// A bar of some columns, filled to a share between 0 and 1 from the left.
  func across(_ share: Double, columns: Int) -> [Unicode.Scalar] {
    steps(share, columns).map { Self.scalar(0x2590 - $0, $0) }
  }

  /// A bar of some rows, filled to a share between 0 and 1 from below; the lowest row comes first.
  ///
  /// A share of nothing leaves a mark on the ground, to be told from no bar at all.
  func upward(_ share: Double, rows: Int) -> [Unicode.Scalar] {
    var bar = steps(share, rows).map { Self.scalar(0x2580 + $0, $0) }
    if bar.first == " " { bar[0] = isFine ? "▁" : "_" }
    return bar
  }

  /// The filled eighths of every character.
  private func steps(_ share: Double, _ length: Int) -> [UInt32] {
    let step = isFine ? 1 : 4
    let most = Double(length * 8 / step)
    let rounded = Int((min(max(share, 0), 1) * most).rounded())
    let filled = (share > 0 ? max(1, rounded) : 0) * step
    return (0..<max(0, length)).map { UInt32(min(max(filled - $0 * 8, 0), 8)) }
  }

  private static func scalar(_ value: UInt32, _ eighths: UInt32) -> Unicode.Scalar {
    eighths == 0 ? " " : Unicode.Scalar(value) ?? " "
  }
}
