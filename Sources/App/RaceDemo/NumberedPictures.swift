import Catalog
import Imaging
import Pipeline
import Values

/// The pictures of the demo, each with its number large in it.
struct NumberedPictures: Sendable {
  /// What all of them are made for.
  let cells: CellSize
  let form: TileForm
  private static let provenance = Provenance(origin: .file, loadTime: .zero, begunAt: 0)
  private var tiles: [LoadedTile]
  private var numbers: [Tile: PhotoNumber] = [:]

  /// Draws pictures of nothing but their numbers.
  /// - Parameters:
  ///   - cells: The room for each, in character cells.
  ///   - form: What they are drawn with.
  init(cells: CellSize, form: TileForm) {
    self.cells = cells
    self.form = form
    tiles = []
    for value in 1...RaceStory.photoCount {
      let ground = Glyph(" ", background: .palette(UInt8(1 + value % 6)))
      let canvas = Canvas(size: cells, filledWith: form.colors == .none ? .blank : ground)
      let size = PixelSize(width: cells.columns, height: cells.rows)
      tiles.append(
        LoadedTile(
          tile: Tile(canvas: canvas), info: PictureInfo(size: size), provenance: Self.provenance))
      number(value)
    }
  }

  /// Draws the numbers into photos, from the first again where there are too few.
  ///
  /// Photos that cannot be loaded keep the picture that was drawn for them.
  mutating func load(_ photos: [Photo], with loader: any ImageLoading) async {
    guard !photos.isEmpty else { return }
    for value in 1...RaceStory.photoCount {
      let photo = photos[(value - 1) % photos.count]
      let request = ImageRequest(photo: photo, cells: cells, form: form)
      for await case .tile(let tile) in await loader.responses(for: request) {
        tiles[value - 1] = tile
        number(value)
      }
    }
  }

  /// What a load of a photo answers.
  func response(to number: PhotoNumber) -> ImageResponse {
    .tile(tiles[number.value - 1])
  }

  /// The number in a picture.
  func number(in tile: Tile) -> PhotoNumber? { numbers[tile] }

  /// What a cell asks for.
  func request(_ number: PhotoNumber) -> ImageRequest {
    ImageRequest(
      photo: Photo(path: ByteString(number.description)), cells: cells, form: form)
  }

  private mutating func number(_ value: Int) {
    let number = PhotoNumber(value: value)
    let plain = tiles[value - 1]
    var canvas = Canvas(size: cells)
    canvas.draw(plain.tile.canvas, at: canvas.bounds.centred(plain.tile.canvas.size).origin)
    LargeNumber(number: number, symbols: form.symbols).draw(into: &canvas)
    let tile = Tile(canvas: canvas)
    tiles[value - 1] = LoadedTile(tile: tile, info: plain.info, provenance: Self.provenance)
    numbers[tile] = number
  }
}

/// The number of a photo in the demo, from 1.
struct PhotoNumber: Hashable, Sendable, CustomStringConvertible {
  let value: Int

  /// Two digits, so that numbers stand below one another.
  var description: String { value < 10 ? "0\(value)" : "\(value)" }
}
