import Base
import Catalogs
import ImagePipeline
import Imaging
import Photos
import Synchronization

@MainActor
protocol RacingCell: AnyObject {
  var content: CellContent { get }

  /// Shows and loads a photo, again if it is the same; returns the path of this load's response.
  func load(_ request: ImageRequest, from loader: DelayedLoader) -> AnswerPath
}

/// Delivers a response, however late, to the cell that requested it.
typealias AnswerPath = @MainActor (ImageResponse) -> Void

/// The typical naive reused cell, which shows every response.
@MainActor
final class NaiveCell: RacingCell {
  private(set) var content = CellContent.empty
  private let onChange: @MainActor () -> Void

  init(onChange: @escaping @MainActor () -> Void) {
    self.onChange = onChange
  }

  func load(_ request: ImageRequest, from loader: DelayedLoader) -> AnswerPath {
    loader.note(request)
    content = .placeholder
    onChange()
    return { [weak self] response in
      self?.content = CellContent(response)
      self?.onChange()
    }
  }
}

extension PhotoCell: RacingCell {
  /// Binds, or resets if bound already; the response goes to the requesting view model.
  ///
  /// The path keeps that view model alive, as a shared load may: the cell must not be protected by
  /// its deallocation.
  func load(_ request: ImageRequest, from loader: DelayedLoader) -> AnswerPath {
    if viewModel?.request == request { reset() } else { bind(request, loader: loader) }
    guard let viewModel else { return { _ in } }
    let load = viewModel.currentLoad
    return { viewModel.receive($0, ofLoad: load) }
  }
}

/// A loader that counts requests; the race delivers the responses in virtual time.
///
/// Streams end without a response, since the demo delivers responses even to cancelled loads.
final class DelayedLoader: ImageLoading {
  private let count = Mutex(0)

  var requestCount: Int { count.withLock { $0 } }

  func note(_ request: ImageRequest) { count.withLock { $0 += 1 } }

  func cachedTile(for request: ImageRequest) -> LoadedTile? { nil }

  func responses(for request: ImageRequest) async -> AsyncStream<ImageResponse> {
    note(request)
    return AsyncStream { $0.finish() }
  }

  func retryFailures() {}

  func forgetChanged(among shown: [ImageRequest: LoadedTile]) async -> Set<ImageRequest> { [] }

  func prioritise(_ requests: [ImageRequest], focused focusedCount: Int, visible visibleCount: Int)
  {}
}

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
