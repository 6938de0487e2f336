import Base
import ImagePipeline
import Imaging
import Testing

@Suite("A symbol solver")
struct SymbolSolverTests {
  private static let sets: [SymbolSet] = [.half, .quadrants, .sextants]

  @Test(arguments: sets)
  func `the solver finds a pattern with the least error`(symbols: SymbolSet) {
    let solver = SymbolSolver(symbols)
    let count = symbols.grid.area
    var generator = SplitMix64(seed: 7)
    for _ in 0..<500 {
      let colors = (0..<count).map { _ in Self.randomColor(using: &generator) }
      let found = solver.solution(of: Self.cell(colors)).pattern
      let least = (1..<1 << count - 1).map { Self.error(of: $0, in: colors) }.min() ?? 0
      #expect(abs(Self.error(of: found, in: colors) - least) < 1e-6 * (1 + least))
    }
  }

  @Test(arguments: sets)
  func `the colours are the means of both sides, the greater one the foreground`(symbols: SymbolSet)
    throws
  {
    let solver = SymbolSolver(symbols)
    var generator = SplitMix64(seed: 8)
    for _ in 0..<100 {
      let colors = (0..<symbols.grid.area).map { _ in Self.randomColor(using: &generator) }
      let solution = solver.solution(of: Self.cell(colors))
      let ink = colors.indices.filter { solution.pattern & 1 << $0 != 0 }.map { colors[$0] }
      let paper = colors.indices.filter { solution.pattern & 1 << $0 == 0 }.map { colors[$0] }
      let foreground = try #require(solution.foreground)
      let background = try #require(solution.background)
      #expect(foreground == Self.mean(ink))
      #expect(background == Self.mean(paper))
      #expect(foreground.packed > background.packed)
    }
  }

  @Test(arguments: sets)
  func `a cell of two colours is solved exactly`(symbols: SymbolSet) {
    let solver = SymbolSolver(symbols)
    let count = symbols.grid.area
    for pattern in 1..<1 << count - 1 {
      let colors = (0..<count).map { block in
        pattern & 1 << block != 0 ? RGB(200, 20, 30) : RGB(10, 90, 220)
      }
      #expect(
        solver.solution(of: Self.cell(colors))
          == CellSolution(
            pattern: pattern, foreground: RGB(200, 20, 30), background: RGB(10, 90, 220)))
    }
  }

  @Test(arguments: sets)
  func `blocks that hardly differ are solved as one colour`(symbols: SymbolSet) {
    let solver = SymbolSolver(symbols)
    var colors = Array(repeating: RGB(100, 100, 100), count: symbols.grid.area)
    colors[0] = RGB(103, 100, 97)
    let solution = solver.solution(of: Self.cell(colors))
    #expect(solution.pattern == 0)
    #expect(solution.foreground == nil)
    #expect(solution.background == Self.mean(colors))
  }

  @Test func `transparent blocks are left to the background`() {
    var cell = Self.cell([RGB(10, 20, 30), RGB(0, 0, 0), RGB(0, 0, 0), RGB(30, 40, 50)])
    cell[1] = .zero
    cell[2] = .zero
    #expect(
      SymbolSolver(.quadrants).solution(of: cell)
        == CellSolution(pattern: 0b1001, foreground: RGB(20, 30, 40), background: nil))
  }

  private static func randomColor(using generator: inout SplitMix64) -> RGB {
    // Few levels, so that cells with two blocks of one colour and ties come up too.
    let levels: [UInt8] = [0, 8, 64, 100, 130, 200, 255]
    return RGB(
      levels.randomElement(using: &generator) ?? 0, levels.randomElement(using: &generator) ?? 0,
      .random(in: 0...255, using: &generator))
  }

  private static func cell(_ colors: [RGB]) -> BlockRaster.Cell {
    var cell = BlockRaster.Cell(repeating: .zero)
    for (index, color) in colors.enumerated() {
      cell[index] = SIMD4(Int32(color.red), Int32(color.green), Int32(color.blue), 1)
    }
    return cell
  }

  private static func mean(_ colors: [RGB]) -> RGB {
    func mean(_ channel: KeyPath<RGB, UInt8>) -> UInt8 {
      let sum = colors.reduce(0) { $0 + Int($1[keyPath: channel]) }
      return UInt8((2 * sum + colors.count) / (2 * colors.count))
    }
    return RGB(mean(\.red), mean(\.green), mean(\.blue))
  }

  /// The squared error of a pattern whose two sides have their exact means.
  private static func error(of pattern: Int, in colors: [RGB]) -> Double {
    [true, false].reduce(0) { total, isInk in
      let side = colors.indices.filter { (pattern & 1 << $0 != 0) == isInk }.map { colors[$0] }
      return [\RGB.red, \RGB.green, \RGB.blue].reduce(total) { total, channel in
        let values = side.map { Double($0[keyPath: channel]) }
        let mean = values.reduce(0, +) / Double(values.count)
        return values.reduce(total) { $0 + ($1 - mean) * ($1 - mean) }
      }
    }
  }
}
