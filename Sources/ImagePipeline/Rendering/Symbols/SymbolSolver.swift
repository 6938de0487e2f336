package import Imaging

/// Finds the two-color pattern nearest to the blocks of a character cell.
///
/// With colors at the means of their blocks, the squared error is least where |F|²/f + |B|²/b is
/// greatest; F and B are the sums over the f blocks of the pattern and the b others. Relative to
/// the cell's mean that is |F|²(f + b)/(f b), so one sum suffices.
package struct SymbolSolver {
  /// Range in steps of 1/255 up to which a cell counts as one color: invisible, and skies and walls
  /// need far fewer color pairs.
  static let uniformRange: Int32 = 3

  /// Consecutive patterns differ in one block (Gray code).
  private struct Step {
    let block: Int
    let isAdded: Bool
    let pattern: Int
    /// Integer factor of |F|²: 360 over the product of the counts.
    let weight: Int32
  }

  let grid: PixelSize
  private let steps: [Step]

  package init(_ symbols: SymbolSet) {
    grid = symbols.grid
    let count = grid.area
    // The last block never changes sides, since a pattern and its complement are equivalent.
    steps = (1..<1 << (count - 1)).map { index in
      let pattern = index ^ index >> 1
      let block = index.trailingZeroBitCount
      let inside = pattern.nonzeroBitCount
      return Step(
        block: block, isAdded: pattern & 1 << block != 0, pattern: pattern,
        weight: Int32(360 / (inside * (count - inside))))
    }
  }

  /// The best solution, deterministic; callable from any thread.
  ///
  /// Of the two equivalent forms, the one with the greater foreground (as 0xRRGGBB) is used, so
  /// that fewer color pairs are needed. Transparent blocks become background.
  package func solution(of cell: BlockRaster.Cell) -> CellSolution {
    var sum = BlockRaster.Block.zero
    var low = cell[0]
    var high = cell[0]
    for index in 0..<grid.area {
      sum &+= cell[index]
      low = pointwiseMin(low, cell[index])
      high = pointwiseMax(high, cell[index])
    }
    if sum.w < Int32(grid.area) { return cutout(of: cell, sum: sum) }
    if (high &- low).max() <= Self.uniformRange {
      return CellSolution(pattern: 0, foreground: nil, background: Self.mean(sum))
    }
    return split(cell, sum: sum, by: bestPattern(of: cell, sum: sum))
  }

  private func bestPattern(of cell: BlockRaster.Cell, sum: BlockRaster.Block) -> Int {
    let count = Int32(grid.area)
    var ink = BlockRaster.Block.zero
    var (best, bestGain) = (0, Int32(-1))
    for step in steps {
      let change = cell[step.block] &* count &- sum
      ink = step.isAdded ? ink &+ change : ink &- change
      let gain = (ink &* ink).wrappedSum() &* step.weight
      if gain > bestGain { (best, bestGain) = (step.pattern, gain) }
    }
    return best
  }

  private func split(
    _ cell: BlockRaster.Cell, sum: BlockRaster.Block, by pattern: Int
  ) -> CellSolution {
    var ink = BlockRaster.Block.zero
    for index in 0..<grid.area where pattern & 1 << index != 0 { ink &+= cell[index] }
    let foreground = Self.mean(ink)
    let background = Self.mean(sum &- ink)
    guard foreground.packed < background.packed else {
      return CellSolution(pattern: pattern, foreground: foreground, background: background)
    }
    let complement = ~pattern & (1 << grid.area - 1)
    return CellSolution(pattern: complement, foreground: background, background: foreground)
  }

  /// Opaque blocks in one color on the terminal's background.
  private func cutout(of cell: BlockRaster.Cell, sum: BlockRaster.Block) -> CellSolution {
    var pattern = 0
    for index in 0..<grid.area where cell[index].w != 0 { pattern |= 1 << index }
    return CellSolution(
      pattern: pattern, foreground: sum.w == 0 ? nil : Self.mean(sum), background: nil)
  }

  private static func mean(_ sum: BlockRaster.Block) -> RGB {
    let mean = (sum &* 2 &+ sum.w) / (sum.w &* 2)
    return RGB(
      UInt8(truncatingIfNeeded: mean.x), UInt8(truncatingIfNeeded: mean.y),
      UInt8(truncatingIfNeeded: mean.z))
  }
}

package struct CellSolution: Hashable {
  /// Bit n is block n, row by row from the top left, in the foreground color.
  package var pattern: Int
  package var foreground: RGB?
  /// Nil for the terminal's background.
  package var background: RGB?

  package init(pattern: Int, foreground: RGB?, background: RGB?) {
    (self.pattern, self.foreground, self.background) = (pattern, foreground, background)
  }

  /// In the colors that the terminal actually shows.
  func shown(in colors: ColorDepth) -> CellSolution {
    CellSolution(
      pattern: pattern, foreground: foreground.map(colors.shown),
      background: background.map(colors.shown))
  }
}

extension ColorDepth {
  fileprivate func shown(_ color: RGB) -> RGB { nearest(to: color).rgb ?? color }
}
