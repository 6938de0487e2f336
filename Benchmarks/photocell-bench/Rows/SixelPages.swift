import ImagePipeline
import Imaging
import Photos

/// Paging back to screens of sixels: nothing is encoded again, and the same bytes are sent.
enum SixelPages: Benchmarking {
  static let name = "sixel"
  private static let rounds = 15

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let folder = try PagingFolder.grid(stage)
    var played = try PlayedProgram(stage.photocell([folder.path]), as: .sixel)
    var pages = [try page(of: &played)]
    for key in PagingFolder.seenAgain {
      played.type(String(key))
      pages.append(try page(of: &played))
    }
    let facts = ProcessFacts(process: played.process)
    var (times, work, encoding) = (Samples(), Samples(), Samples())
    var different = pages[0] == pages[PagingFolder.seenAgain.count] ? 0 : 1
    let sample = try EncodedPage(stage)
    for _ in 0..<rounds {
      for (key, page) in zip(PagingFolder.seenAgain, pages.dropFirst()) {
        let before = try facts.processorTime
        times.add(try played.press(String(key)) { $0.sixels.count == 24 })
        work.add(try facts.processorTime - before)
        encoding.measure { sample.encode() }
        if played.terminal.takeSixels() != page { different += 1 }
      }
    }
    let size = pages.reduce(0) { $0 + $1.values.reduce(0) { $0 + $1.count } } / pages.count
    let megabytes = (Double(size) / 1e6).text(places: 2)
    return [
      Row(
        "paging back in sixels (\(megabytes) MB a page): last byte, p99", times.percentile(0.99)),
      Row("  median", times.median),
      .count("  pages with other bytes than before", different),
      Row("  processor time of a page", work, beside: ("24 sixels encoded", encoding), limit: 0.5),
    ]
  }

  private static func page(
    of played: inout PlayedProgram
  ) throws(BenchError) -> [CellPoint: [UInt8]] {
    try played.read(until: "24 sixels") { $0.sixels.count == 24 }
    played.readUntilQuiet(for: .seconds(1))
    return played.terminal.takeSixels()
  }
}

private struct EncodedPage {
  private let bitmaps: [Bitmap]
  private let box: CellSize
  private let form: TileForm

  init(_ stage: Stage) throws(BenchError) {
    let screen = TerminalProgram.screen
    box =
      GridLayout(
        area: CellSize(columns: screen.columns, rows: screen.rows - 1),
        columns: GridLayout.defaultColumns(width: screen.columns), cellAspect: 0.5
      ).picture
    let cell = PictureTerminal.cell
    form = .pixels(
      PixelForm(
        encoding: .sixel, cell: cell,
        characters: TileForm(symbols: .quadrants, colors: .direct).characters))
    let size = PixelSize(width: 620, height: 440)
    let shown = PixelSize(width: box.columns * cell.width, height: box.rows * cell.height)
    let sources = try PhotoFolder(stage).sources
    bitmaps = (0..<24).map { number in
      CameraPhoto(source: sources[number % sources.count], size: size, number: number).bitmap
        .scaled(to: size.fitted(into: shown))
    }
  }

  func encode() {
    for bitmap in bitmaps {
      let tile = TileRenderer().tile(
        from: bitmap, pictureSize: bitmap.size, fitting: box, form: form)
      precondition(tile.size.area > 0)
    }
  }
}
