package import Imaging

struct SymbolPainter {
  private let colors: ColorDepth
  private let solver: SymbolSolver
  private let scalars: [Unicode.Scalar]

  init(symbols: SymbolSet, colors: ColorDepth) {
    self.colors = colors
    solver = SymbolSolver(symbols)
    scalars = symbols.scalars
  }

  func canvas(of raster: BlockRaster) -> Canvas {
    colors == .direct ? exactCanvas(of: raster) : diffusedCanvas(of: raster)
  }

  private func exactCanvas(of raster: BlockRaster) -> Canvas {
    var canvas = Canvas(size: raster.cells(of: solver.grid))
    for row in 0..<canvas.size.rows {
      for column in 0..<canvas.size.columns {
        let cell = raster.cell(column: column, row: row, of: solver.grid)
        canvas[column, row] = glyph(for: solver.solution(of: cell))
      }
    }
    return canvas
  }

  /// Draws with palette colors and error diffusion.
  ///
  /// Patterns are solved in exact colors. The error of a cell's mean is diffused: diffusion between
  /// blocks would give a cell more colors than it can show.
  private func diffusedCanvas(of raster: BlockRaster) -> Canvas {
    var canvas = Canvas(size: raster.cells(of: solver.grid))
    var diffusion = ErrorDiffusion(width: canvas.size.columns, share: share(of: canvas.size))
    for row in 0..<canvas.size.rows {
      for column in diffusion.places {
        var cell = raster.cell(column: column, row: row, of: solver.grid)
        BlockRaster.add(diffusion.debt(at: column), to: &cell)
        let shown = solver.solution(of: cell).shown(in: colors)
        canvas[column, row] = glyph(for: shown)
        diffusion.spread(meanError(of: shown, for: cell), from: column)
      }
      diffusion.advance()
    }
    return canvas
  }

  /// In eighths. With sixteen colors, dots in a small tile would be as large as its content.
  private func share(of size: CellSize) -> Int32 {
    colors == .ansi16 && size.columns < Self.smallTile ? 4 : 8
  }

  private static let smallTile = 20

  /// Mean of the opaque blocks minus the shown color, in channel steps.
  private func meanError(
    of solution: CellSolution, for cell: BlockRaster.Cell
  ) -> BlockRaster.Block {
    var error = BlockRaster.Block.zero
    for index in 0..<solver.grid.area where cell[index].w != 0 {
      let isInk = solution.pattern & 1 << index != 0
      guard let color = isInk ? solution.foreground : solution.background else { continue }
      error &+= cell[index]
      error &-= BlockRaster.Block(Int32(color.red), Int32(color.green), Int32(color.blue), 0)
    }
    return error.w == 0 ? .zero : error / error.w
  }

  private func glyph(for solution: CellSolution) -> Glyph {
    let background = solution.background.map(colors.nearest(to:)) ?? .standard
    guard let foreground = solution.foreground.map(colors.nearest(to:)), foreground != background
    else { return Glyph(" ", background: background) }
    return Glyph(scalars[solution.pattern], foreground: foreground, background: background)
  }
}

extension SymbolSet {
  /// The character of each pattern: bit n is block n, row by row, in the foreground color.
  ///
  /// Sextants are in the order of their code points (Unicode 13, Symbols for Legacy Computing),
  /// which omit the older half blocks and full block.
  package var scalars: [Unicode.Scalar] {
    switch self {
    case .half: Array(" ▀▄█".unicodeScalars)
    case .quadrants: Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars)
    case .sextants:
      Array(
        """
         🬀🬁🬂🬃🬄🬅🬆🬇🬈🬉🬊🬋🬌🬍🬎\
        🬏🬐🬑🬒🬓▌🬔🬕🬖🬗🬘🬙🬚🬛🬜🬝\
        🬞🬟🬠🬡🬢🬣🬤🬥🬦🬧▐🬨🬩🬪🬫🬬\
        🬭🬮🬯🬰🬱🬲🬳🬴🬵🬶🬷🬸🬹🬺🬻█
        """.unicodeScalars)
    case .ascii: [" ", " "]
    }
  }
}

extension BlockRaster {
  /// Draws in the terminal's two colors: light blocks are ink, as on a dark terminal.
  func monochromeCanvas(of symbols: SymbolSet) -> Canvas {
    let (grid, scalars, ink) = (symbols.grid, symbols.scalars, diffusedInk)
    var canvas = Canvas(size: cells(of: grid))
    for row in 0..<canvas.size.rows {
      for column in 0..<canvas.size.columns {
        var pattern = 0
        for block in 0..<grid.area {
          let x = column * grid.width + block % grid.width
          let y = row * grid.height + block / grid.width
          if ink[y * size.width + x] { pattern |= 1 << block }
        }
        canvas[column, row] = Glyph(scalars[pattern])
      }
    }
    return canvas
  }

  private var diffusedInk: [Bool] {
    var ink = Array(repeating: false, count: size.area)
    var diffusion = ErrorDiffusion(width: size.width)
    for y in 0..<size.height {
      for x in diffusion.places {
        let index = y * size.width + x
        guard blocks[index].w != 0 else { continue }
        let lightness = Self.lightness(of: blocks[index]) + diffusion.debt(at: x).x
        ink[index] = lightness > 127
        diffusion.spread([lightness - (ink[index] ? 255 : 0), 0, 0, 0], from: x)
      }
      diffusion.advance()
    }
    return ink
  }

  /// From least to most ink in common fonts.
  private static let ramp = Array(" .:-=+*#%@".unicodeScalars)

  /// Draws one block per cell in ASCII without colors: the lighter, the more ink.
  var asciiCanvas: Canvas {
    var canvas = Canvas(size: CellSize(columns: size.width, rows: size.height))
    for row in 0..<size.height {
      for column in 0..<size.width {
        let lightness = Self.lightness(of: blocks[row * size.width + column])
        canvas[column, row] = Glyph(Self.ramp[Int(lightness) * Self.ramp.count / 256])
      }
    }
    return canvas
  }
}

/// Error diffusion, which keeps the mean color of areas.
///
/// Floyd and Steinberg, "An adaptive algorithm for spatial grey scale" (1976), in serpentine order,
/// since a single direction leaves visible trails.
package struct ErrorDiffusion {
  /// Error of this row and the next, in 1/16 channel steps, padded by one at either end.
  private var here: [SIMD4<Int32>]
  private var below: [SIMD4<Int32>]
  private var isRightward = true
  /// Share of the error that is diffused, in eighths.
  private let share: Int32

  package init(width: Int, share: Int32 = 8) {
    self.share = share
    here = Array(repeating: .zero, count: width + 2)
    below = here
  }

  /// The places of this row, in processing order.
  package var places: StrideTo<Int> {
    let width = here.count - 2
    return isRightward ? stride(from: 0, to: width, by: 1) : stride(from: width - 1, to: -1, by: -1)
  }

  /// To be added to the color, in channel steps.
  package func debt(at place: Int) -> SIMD4<Int32> { (here[place + 1] &+ 8) &>> 4 }

  /// Diffuses an error, wanted minus shown, in channel steps.
  package mutating func spread(_ error: SIMD4<Int32>, from place: Int) {
    let ahead = isRightward ? 1 : -1
    let index = place + 1
    let error = share == 8 ? error : error &* share / 8
    here[index + ahead] &+= error &* 7
    below[index - ahead] &+= error &* 3
    below[index] &+= error &* 5
    below[index + ahead] &+= error
  }

  package mutating func advance() {
    swap(&here, &below)
    for index in below.indices { below[index] = .zero }
    isRightward.toggle()
  }
}
