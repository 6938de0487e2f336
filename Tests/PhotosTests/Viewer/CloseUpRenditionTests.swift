import Base
import Catalogs
import DecoderProtocol
import ExpiringCache
import ImagePipeline
import Imaging
import Photos
import Synchronization
import TestSupport
import Testing

/// A photo of a feed with two renditions, whose sizes the feed may omit or misstate.
@MainActor
@Suite("Renditions close up", .timeLimit(.minutes(30)))
struct CloseUpRenditionTests {
  private let pictures = TwoRenditions()
  private let changes = ChangeBell()

  /// Opens a photo whose larger rendition has this width in a feed, and waits until it is loaded.
  private func viewer(saying width: Int?) async throws -> (GridViewModel, PhotoViewer) {
    let memory = ScriptedLoader().memory
    let grid = GridViewModel(
      loader: ImagePipeline(
        loaders: BitmapLoaders(pictures), cache: memory, width: 3, clock: ManualClock()),
      memory: memory, form: TileForm(symbols: .quadrants, colors: .direct),
      area: CellSize(columns: 80, rows: 23), onChange: changes.ring)
    let entry = WebPhoto(renditions: [
      Rendition(address: try WebURL("http://h.example/small".utf8)),
      Rendition(
        address: try WebURL("http://h.example/large".utf8), width: width,
        height: width.map { $0 * 3 / 4 }),
    ])
    let photo = Photo(entry)
    grid.show(CatalogSnapshot(photos: [photo]))
    let viewer = PhotoViewer(of: grid)
    await changes.wait { grid.isAtRest }
    return (grid, viewer)
  }

  @Test(arguments: [nil, 1600, 6000, 800, 100])
  func `1:1 shows the largest rendition, loaded once, whatever width the feed states`(
    width: Int?
  ) async throws {
    let (grid, viewer) = try await viewer(saying: width)
    #expect(pictures.closeUpCount == 0)
    #expect(viewer.look { $0.zoom(to: .scale(1)) })
    await changes.wait { grid.isAtRest }
    #expect(viewer.view?.whole == TwoRenditions.large)
    #expect(viewer.view?.scale == 1)
    #expect(viewer.focused.content.info?.size == TwoRenditions.large)
    #expect(viewer.look { $0.pan(columns: 60, rows: 20) })
    await changes.wait { grid.isAtRest }
    #expect(pictures.closeUpCount == 1)
    // Fitted again, the photo has the size that it was found to have.
    #expect(viewer.look { $0.zoom(to: .fit) })
    await changes.wait { grid.isAtRest }
    #expect(viewer.view?.photo == TwoRenditions.large)
  }

  @Test func `a rendition that is larger than known is drawn at the same size`() async throws {
    let (grid, viewer) = try await viewer(saying: nil)
    #expect(viewer.look { $0.zoom(by: 2) })
    let whole = viewer.view?.whole
    #expect(whole == PixelSize(width: 960, height: 720))
    await changes.wait { grid.isAtRest }
    #expect(viewer.view?.photo == TwoRenditions.large)
    #expect(viewer.view?.whole == whole)
  }

  @Test func `rotating a fitted photo does not load the larger rendition`() async throws {
    let (grid, viewer) = try await viewer(saying: 1600)
    #expect(viewer.turn(by: .rightTop))
    await changes.wait { grid.isAtRest }
    #expect(viewer.view?.whole == PixelSize(width: 276, height: 368))
    #expect(pictures.closeUpCount == 0)
  }
}

/// Has a small image of a photo, and a larger one for close-ups.
private final class TwoRenditions: BitmapLoading {
  static let small = PixelSize(width: 640, height: 480)
  static let large = PixelSize(width: 1600, height: 1200)

  private let count = Mutex(0)

  /// How often the larger one was loaded.
  var closeUpCount: Int { count.withLock { $0 } }

  func bitmap(
    of photo: Photo, for request: DecodingRequest,
    onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> LoadedBitmap {
    guard request.thumbnail != .only else { throw .decoding(.refused(.noThumbnail)) }
    let isLarge = request.region != nil
    if isLarge { count.withLock { $0 += 1 } }
    let size = isLarge ? Self.large : Self.small
    return LoadedBitmap(
      bitmap: Bitmap(size: size, filledWith: RGB(9, 9, 9)), info: PictureInfo(size: size),
      origin: .network, hasLarger: !isLarge)
  }
}
