import Catalog
import Grid
import Imaging
import Pipeline
import Values

/// The pictures of the demo, and the number of each.
///
/// A number is told by all that a cell holds: the picture, and where it came from. Each picture is loaded
/// at a moment of its own, so that photos which are the same file have numbers of their own as well.
struct NumberedPictures: Sendable {
  /// What all of them are made for.
  let cells: CellSize
  let form: TileForm
  private var pictures: [LoadedTile]
  private var numbers: [CellContent: PhotoNumber] = [:]

  /// Makes pictures that show nothing.
  /// - Parameters:
  ///   - cells: The room for each, in character cells.
  ///   - form: What they are drawn with.
  init(cells: CellSize, form: TileForm) {
    self.cells = cells
    self.form = form
    let info = PictureInfo(size: PixelSize(width: cells.columns, height: cells.rows))
    pictures = PhotoNumber.all.map { number in
      let ground = Glyph(" ", background: .palette(UInt8(1 + number.value % 6)))
      let canvas = Canvas(size: cells, filledWith: form.colors == .none ? .blank : ground)
      return LoadedTile(tile: Tile(canvas: canvas), info: info, provenance: Provenance(of: number))
    }
    for number in PhotoNumber.all { know(number) }
  }

  /// Takes photos for pictures, from the first again where there are too few.
  ///
  /// A photo that cannot be loaded leaves the picture that was made for it.
  /// - Parameters:
  ///   - photos: The photos, in the order of their numbers.
  ///   - loader: What loads them, all at once.
  ///   - isWanted: Whether to go on; asked before each photo is waited for.
  mutating func load(
    _ photos: [Photo], with loader: any ImageLoading, while isWanted: () -> Bool = { true }
  ) async {
    guard !photos.isEmpty else { return }
    var loads: [AsyncStream<ImageResponse>] = []
    for index in pictures.indices {
      let request = ImageRequest(photo: photos[index % photos.count], cells: cells, form: form)
      loads.append(await loader.responses(for: request))
    }
    for (number, load) in zip(PhotoNumber.all, loads) where isWanted() {
      for await case .tile(let loaded) in load { give(loaded, to: number) }
    }
  }

  /// What a load of a photo answers.
  func response(to number: PhotoNumber) -> ImageResponse {
    .tile(pictures[number.value - 1])
  }

  /// The number of the picture that a cell shows; nil where it shows none of these.
  func number(in content: CellContent) -> PhotoNumber? { numbers[content] }

  /// What a cell asks for.
  func request(_ number: PhotoNumber) -> ImageRequest {
    ImageRequest(
      photo: Photo(path: ByteString(number.description)), cells: cells, form: form)
  }

  /// Makes a tile the picture of a number.
  private mutating func give(_ loaded: LoadedTile, to number: PhotoNumber) {
    pictures[number.value - 1] = LoadedTile(
      tile: loaded.tile, info: loaded.info, provenance: Provenance(of: number))
    know(number)
  }

  /// Takes note of what a cell holds that shows the picture of a number.
  private mutating func know(_ number: PhotoNumber) {
    numbers[CellContent(response(to: number))] = number
  }
}

/// The number of a photo in the demo, from 1.
struct PhotoNumber: Hashable, Sendable, CustomStringConvertible {
  let value: Int

  /// The numbers of all photos, in their order.
  static let all = (1...RaceStory.photoCount).map(PhotoNumber.init(value:))

  /// Two digits, so that numbers stand below one another.
  var description: String { value < 10 ? "0\(value)" : "\(value)" }
}

extension Provenance {
  /// Where the picture of a number came from: no two at the same moment.
  fileprivate init(of number: PhotoNumber) {
    self.init(origin: .file, loadTime: .zero, begunAt: number.value)
  }
}
