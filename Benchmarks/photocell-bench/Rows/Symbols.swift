import ImagePipeline
import Imaging

/// Drawing a bitmap as symbols, 8 by 8 pixels a cell: scaling and choosing symbols.
enum Symbols: Benchmarking {
  static let name = "symbols"
  private static let repeats = 400

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let source = try PhotoFolder(stage).sources[0]
    let bitmap = CameraPhoto(source: source, size: PixelSize(width: 320, height: 160), number: 0)
      .bitmap
    let sets: [SymbolSet] = [.half, .quadrants, .sextants]
    var times = sets.map { _ in Samples() }
    var scaling = sets.map { _ in Samples() }
    for _ in 0..<repeats {
      for (index, symbols) in sets.enumerated() {
        times[index].measure { draw(bitmap, symbols) }
        let blocks = PixelSize(width: 40 * symbols.grid.width, height: 20 * symbols.grid.height)
        let scaled = scaling[index].measure { bitmap.scaled(to: blocks) }
        precondition(scaled.size == blocks)
      }
    }
    let limits: [Duration?] = [nil, .microseconds(300), .microseconds(500)]
    return sets.indices.map { index in
      Row(
        "320x160 to 40x20 cells, \(sets[index])", times[index].median, limit: limits[index],
        peer: "scaling alone: \(scaling[index].median.text)")
    }
  }

  private static func draw(_ bitmap: Bitmap, _ symbols: SymbolSet) {
    let tile = TileRenderer().tile(
      from: bitmap, pictureSize: bitmap.size, fitting: CellSize(columns: 40, rows: 20),
      form: TileForm(symbols: symbols, colors: .direct, cellAspect: 1))
    precondition(tile.canvas.size.area == 800)
  }
}
