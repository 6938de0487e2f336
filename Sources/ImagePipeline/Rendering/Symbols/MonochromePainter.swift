internal import Imaging

/// Draws in the terminal's two colors: light blocks are ink, as on a dark terminal.
struct MonochromePainter {
  private let grid: PixelSize
  private let scalars: [Unicode.Scalar]

  init(symbols: SymbolSet) {
    grid = symbols.grid
    scalars = symbols.scalars
  }

  func canvas(of raster: BlockRaster) -> Canvas {
    let ink = diffusedInk(of: raster)
    var canvas = Canvas(size: raster.cells(of: grid))
    for row in 0..<canvas.size.rows {
      for column in 0..<canvas.size.columns {
        var pattern = 0
        for block in 0..<grid.area {
          let x = column * grid.width + block % grid.width
          let y = row * grid.height + block / grid.width
          if ink[y * raster.size.width + x] { pattern |= 1 << block }
        }
        canvas[column, row] = Glyph(scalars[pattern])
      }
    }
    return canvas
  }

  private func diffusedInk(of raster: BlockRaster) -> [Bool] {
    var ink = Array(repeating: false, count: raster.size.area)
    var diffusion = ErrorDiffusion(width: raster.size.width)
    for y in 0..<raster.size.height {
      for x in diffusion.places {
        let index = y * raster.size.width + x
        guard raster.blocks[index].w != 0 else { continue }
        let lightness = BlockRaster.lightness(of: raster.blocks[index]) + diffusion.debt(at: x).x
        ink[index] = lightness > 127
        diffusion.spread([lightness - (ink[index] ? 255 : 0), 0, 0, 0], from: x)
      }
      diffusion.advance()
    }
    return ink
  }
}

/// Draws one block per cell in ASCII without colors: the lighter, the more ink.
struct AsciiPainter {
  /// From least to most ink in common fonts.
  private static let ramp = Array(" .:-=+*#%@".unicodeScalars)

  func canvas(of raster: BlockRaster) -> Canvas {
    let size = CellSize(columns: raster.size.width, rows: raster.size.height)
    var canvas = Canvas(size: size)
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let block = raster.blocks[row * size.columns + column]
        let step = Int(BlockRaster.lightness(of: block)) * Self.ramp.count / 256
        canvas[column, row] = Glyph(Self.ramp[step])
      }
    }
    return canvas
  }
}
