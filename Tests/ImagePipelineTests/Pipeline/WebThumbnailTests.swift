import Base
import Catalogs
import DecoderProtocol
import ImagePipeline
import Imaging
import PictureSamples
import TestServer
import TestSupport
import Testing

@Suite("Thumbnails of web photos", .integration, .timeLimit(.minutes(30)))
struct WebThumbnailTests {
  private static let client = DecoderClient(programs: .installed(), limit: .seconds(50))
  private static let size = PixelSize(width: 320, height: 240)
  /// Too small for its first part to be requested alone.
  private static let photo = SampleJPEG.encode(SamplePictures.landscape(size))

  private let folder = TemporaryFolder()

  /// A server whose file has a version, which may differ from the listed one.
  private static func server(version: String = "v1", sending body: [UInt8] = photo) -> TestServer {
    TestServer { _, connection in
      connection.answer("200 OK", ["ETag: \"\(version)\"", "Cache-Control: no-store"], body: body)
    }
  }

  /// The file as it was listed.
  private static func photo(
    on server: TestServer, version: String? = "v1", renditions: Int = 1,
    byteCount: Int = photo.count
  ) throws -> Photo {
    var file = ServedFile(place: ByteString("s3://b/a.jpg"))
    (file.byteCount, file.modified, file.entityTag) = (byteCount, 1_700_000_000, version)
    var entry = WebPhoto(
      renditions: try (0..<renditions).map {
        Rendition(address: try WebURL(server.address("/a.jpg?\($0)").utf8))
      })
    entry.file = file
    return Photo(
      entry.lasting(version.map { .version($0) } ?? .asServed))
  }

  /// A program that has just been started, with the thumbnails that earlier ones have stored.
  private func loader(isPrivate: Bool = false) -> WebBitmapLoader {
    let cache = folder.path
    let store = ThumbnailStore(
      place: ThumbnailPlace { $0 == "XDG_CACHE_HOME" ? cache : nil }, version: "1",
      isPrivate: isPrivate, onNotice: { _ in })
    return WebBitmapLoader(
      client: WebStage().client, decoder: Self.client,
      thumbnails: ThumbnailAccess(store: store, workingFolder: [], decoder: Self.client))
  }

  private func load(
    _ photo: Photo, by loader: WebBitmapLoader, side: Int = 200,
    thumbnail: ThumbnailUse = .whereItSuffices
  ) async throws -> LoadedBitmap {
    var request = DecodingRequest(box: PixelSize(width: side, height: side))
    request.thumbnail = thumbnail
    defer { withExtendedLifetime(loader) {} }
    return try await loader.bitmap(of: photo, for: request) { _ in }
  }

  @Test func `a photo with a stored thumbnail is not requested again`() async throws {
    let server = Self.server()
    let photo = try Self.photo(on: server)
    let first = loader()
    let picture = try await load(photo, by: first)
    await first.finish()
    #expect(picture.origin == .network)
    let again = try await load(photo, by: loader())
    #expect(again.origin == .thumbnail)
    #expect(again.bitmap == picture.bitmap)
    #expect(again.info.size == Self.size && again.info.byteCount == Self.photo.count)
    #expect(server.asked.count == 1)
  }

  @Test func `a whole file sent instead of its first part gives the thumbnail`()
    async throws
  {
    let large = SampleJPEG.encode(
      SamplePictures.landscape(PixelSize(width: 1_600, height: 1_200)))
    let server = Self.server(sending: large)
    let photo = try Self.photo(on: server, byteCount: large.count)
    let first = loader()
    #expect(try await load(photo, by: first).origin == .network)
    await first.finish()
    #expect(try await load(photo, by: loader()).origin == .thumbnail)
    #expect(server.asked.count == 1)
  }

  @Test func `a box larger than the thumbnail requests the photo, a preview does not`() async throws
  {
    let server = Self.server()
    let photo = try Self.photo(on: server)
    let first = loader()
    _ = try await load(photo, by: first, side: 100)
    await first.finish()
    let look = try await load(photo, by: loader(), side: 300, thumbnail: .only)
    #expect(look.origin == .thumbnail)
    #expect(server.asked.count == 1)
    let large = try await load(photo, by: loader(), side: 300)
    #expect(large.origin == .network && large.bitmap.size.width > 256)
    #expect(server.asked.count == 2)
  }

  @Test func `a photo replaced since it was listed is shown but gets no thumbnail`() async throws {
    let server = Self.server(version: "v2")
    let photo = try Self.photo(on: server)
    let first = loader()
    #expect(try await load(photo, by: first).origin == .network)
    await first.finish()
    #expect(try await load(photo, by: loader()).origin == .network)
    #expect(server.asked.count == 2)
  }

  @Test(arguments: [(0, true), (1, false)])
  func `without a version the size must be the listed one for a thumbnail`(
    excess: Int, isKept: Bool
  ) async throws {
    let server = Self.server(sending: Self.photo + Array(repeating: 0, count: excess))
    let photo = try Self.photo(on: server, version: nil)
    let first = loader()
    _ = try await load(photo, by: first)
    await first.finish()
    #expect(try await load(photo, by: loader()).origin == (isKept ? .thumbnail : .network))
  }

  @Test func `no thumbnail is stored in private mode or for photos with renditions`() async throws {
    let server = Self.server()
    let alone = loader(isPrivate: true)
    _ = try await load(Self.photo(on: server), by: alone)
    await alone.finish()
    let several = loader()
    _ = try await load(Self.photo(on: server, renditions: 2), by: several)
    await several.finish()
    #expect(try await load(Self.photo(on: server), by: loader()).origin == .network)
  }

  @Test func `a photo that cannot be decoded is remembered after a restart`() async throws {
    let server = Self.server(sending: Array(repeating: 1, count: Self.photo.count))
    let photo = try Self.photo(on: server)
    let first = loader()
    await #expect(throws: ImageError.Cause.self) { try await load(photo, by: first) }
    await first.finish()
    await #expect(throws: ImageError.Cause.remembered("not an image")) {
      try await load(photo, by: loader())
    }
    #expect(server.asked.count == 1)
  }
}
