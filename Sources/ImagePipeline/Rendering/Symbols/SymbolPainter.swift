internal import Imaging

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
  /// Patterns are solved in exact colors; the error of a cell's mean is diffused to the cells
  /// beside and below. Diffusion between blocks would give a cell more colors than it can show.
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

  /// Share of the error that is diffused, in eighths.
  ///
  /// With sixteen colors, dots in a small tile would be as large as its content.
  private func share(of size: CellSize) -> Int32 {
    colors == .ansi16 && size.columns < Self.smallTile ? 4 : 8
  }

  private static let smallTile = 20

  /// Mean of the opaque blocks minus what is shown, in channel steps.
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
  /// The character of each pattern: bit n is block n, row by row from the top left, in the
  /// foreground color.
  ///
  /// Sextants are in the order of their code points (Unicode 13, Symbols for Legacy Computing),
  /// which omit the older half blocks and full block.
  var scalars: [Unicode.Scalar] {
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
