import ImagePipeline
import Imaging

/// Encoding a bitmap as a tile for each image protocol, without scaling.
enum Pixels: Benchmarking {
  static let name = "pixels"
  private static let repeats = 60

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let source = try PhotoFolder(stage).sources[0]
    let bitmap = photo(of: source, PixelSize(width: 400, height: 400))
    let wide = PixelSize(width: 600, height: 400)
    let rgb = colors(of: photo(of: source, wide))
    let encodings = PixelEncoding.allCases
    var times = encodings.map { _ in Samples() }
    var sizes = encodings.map { _ in 0 }
    var palette = Samples()
    var paletteSize = 0
    for _ in 0..<repeats {
      for (index, encoding) in encodings.enumerated() {
        sizes[index] = times[index].measure { draw(bitmap, encoding) }
      }
      paletteSize = palette.measure { PalettePNG().file(of: rgb, size: wide)?.count ?? 0 }
    }
    let tiles = encodings.indices.map { index in
      Row(
        "400x400 \(encodings[index])", times[index].median, limit: limit(of: encodings[index]),
        peer: kilobytes(sizes[index]))
    }
    let file = Row(
      "600x400 palette PNG", palette.median, limit: .milliseconds(20), peer: kilobytes(paletteSize))
    return tiles + [file]
  }

  /// A photo scaled down to a quarter, like tiles: most of its grain is averaged out.
  private static func photo(of source: Bitmap, _ size: PixelSize) -> Bitmap {
    let camera = PixelSize(width: size.width * 4, height: size.height * 4)
    return CameraPhoto(source: source, size: camera, number: 0).bitmap.scaled(to: size)
  }

  /// libsixel takes 23 to 30 ms.
  private static func limit(of encoding: PixelEncoding) -> Duration? {
    encoding == .sixel ? .milliseconds(8) : nil
  }

  private static func kilobytes(_ count: Int) -> String {
    "\((Double(count) / 1000).text(places: 1)) KB"
  }

  private static func colors(of bitmap: Bitmap) -> [UInt8] {
    stride(from: 0, to: bitmap.bytes.count, by: 4).flatMap { bitmap.bytes[$0..<$0 + 3] }
  }

  /// Encodes the tile; returns its size in bytes.
  private static func draw(_ bitmap: Bitmap, _ encoding: PixelEncoding) -> Int {
    let characters = TileForm(symbols: .half, colors: .direct).characters
    let tile = TileRenderer().tile(
      from: bitmap, pictureSize: bitmap.size, fitting: CellSize(columns: 40, rows: 20),
      form: .pixels(
        PixelForm(
          encoding: encoding, cell: PixelSize(width: 10, height: 20), characters: characters)))
    guard case .pixels(let picture) = tile.content else { return 0 }
    precondition(picture.pixels == bitmap.size)
    return picture.bytes.count
  }
}
