import Base
import Catalogs
import ImagePipeline
import Imaging
import Photos

/// Each image has its own load time, so photos of the same file still have distinct content.
struct NumberedPictures: Sendable {
  let cells: CellSize
  let form: TileForm
  private var pictures: [LoadedTile] = []
  private var numbers: [CellContent: PhotoNumber] = [:]

  init(cells: CellSize, form: TileForm) {
    (self.cells, self.form) = (cells, form)
    let info = PictureInfo(size: PixelSize(width: cells.columns, height: cells.rows))
    for number in PhotoNumber.all {
      let ground = Glyph(" ", background: .palette(UInt8(1 + number.value % 6)))
      let canvas = Canvas(size: cells, filledWith: form.colors == .none ? .blank : ground)
      pictures.append(picture(Tile(canvas: canvas), info, of: number))
    }
  }

  /// Repeats photos if there are too few; those that fail keep the generated image. `isWanted` is
  /// checked before waiting for each photo.
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
      for await case .tile(let loaded) in load {
        pictures[number.value - 1] = picture(loaded.tile, loaded.info, of: number)
      }
    }
  }

  func response(to number: PhotoNumber) -> ImageResponse { .tile(pictures[number.value - 1]) }

  func number(in content: CellContent) -> PhotoNumber? { numbers[content] }

  func request(_ number: PhotoNumber) -> ImageRequest {
    ImageRequest(photo: Photo(path: ByteString(number.description)), cells: cells, form: form)
  }

  private mutating func picture(
    _ tile: Tile, _ info: PictureInfo, of number: PhotoNumber
  ) -> LoadedTile {
    let provenance = Provenance(origin: .file, loadTime: .zero, begunAt: number.value)
    let loaded = LoadedTile(tile: tile, info: info, provenance: provenance)
    numbers[CellContent(.tile(loaded))] = number
    return loaded
  }
}

struct PhotoNumber: Hashable, Sendable, CustomStringConvertible {
  let value: Int

  static let all = (1...RaceStory.photoCount).map(PhotoNumber.init(value:))

  var description: String { value.zeroPadded(to: 2) }
}
