import Base
import Catalogs
import ImagePipeline
import Imaging
import PictureSamples
import TestServer
import TestSupport
import Testing

@Suite("First parts of web files", .integration, .timeLimit(.minutes(30)))
struct WebHeadTests {
  static let client = DecoderClient(programs: .installed(), limit: .seconds(50))
  static let size = PixelSize(width: 1_600, height: 1_200)
  /// More than twice the size of a first part.
  private static let photo = SampleJPEG.encode(SamplePictures.landscape(size))
  private static let small = SampleJPEG.encode(
    SamplePictures.landscape(PixelSize(width: 160, height: 120)))

  /// A photo with or without an embedded thumbnail.
  static func photo(withThumbnail: Bool) -> [UInt8] {
    let exif = SampleJPEG.exif(orientation: 1, thumbnail: withThumbnail ? small : nil)
    return SampleJPEG.insert(exif, into: photo)
  }

  /// A server that has one file and sends its first part on request, if it supports parts.
  private static func server(_ file: [UInt8], sendsParts: Bool = true) -> TestServer {
    TestServer { request, connection in
      let lines = ["ETag: \"v1\""]
      guard sendsParts, request.headers["range"] == "bytes=0-65535" else {
        return connection.answer("200 OK", lines, body: file)
      }
      connection.answer(
        "206 Partial Content", lines + ["Content-Range: bytes 0-65535/\(file.count)"],
        body: Array(file[..<65_536]))
    }
  }

  /// A request for the server's file, with the size that was listed.
  static func request(
    _ server: TestServer, byteCount: Int, name: String = "a.jpg", columns: Int = 12, rows: Int = 5
  ) throws -> ImageRequest {
    var file = ServedFile(place: ByteString("s3://b/\(name)"))
    (file.byteCount, file.entityTag) = (byteCount, "v1")
    var entry = WebPhoto(
      renditions: [Rendition(address: try WebURL(server.address("/\(name)").utf8))])
    entry.file = file
    let photo = Photo(
      entry.lasting(.version("v1")))
    return ImageRequest(
      photo: photo, cells: CellSize(columns: columns, rows: rows),
      form: TileForm(symbols: .quadrants, colors: .direct))
  }

  private static func ranges(_ server: TestServer) -> [String?] {
    server.asked.map { $0.headers["range"] }
  }

  @Test func `a thumbnail in the first part suffices for a small cell`() async throws {
    let file = Self.photo(withThumbnail: true)
    let server = Self.server(file)
    let stage = WebStage(real: Self.client)
    let picture = try await stage.load(Self.request(server, byteCount: file.count))
    #expect(picture.info.size == Self.size)
    #expect(picture.info.byteCount == file.count)
    #expect(picture.info.isComplete)
    #expect(Self.ranges(server) == ["bytes=0-65535"])
    // A second load uses the cached part, and a larger cell needs the whole file.
    _ = try await stage.load(Self.request(server, byteCount: file.count))
    #expect(server.asked.count == 1)
    let large = try await stage.load(
      Self.request(server, byteCount: file.count, columns: 80, rows: 40))
    #expect(large.bitmap.size.width > 160)
    #expect(Self.ranges(server) == ["bytes=0-65535", nil])
    // The cached whole file is used instead of its first part.
    let again = WebStage(folder: stage.folder, date: stage.date, real: Self.client)
    await stage.kept(2)
    _ = try await again.load(Self.request(server, byteCount: file.count))
    #expect(server.asked.count == 2)
  }

  @Test func `a file without a thumbnail in its first part is requested whole`() async throws {
    let file = Self.photo(withThumbnail: false)
    let server = Self.server(file)
    let picture = try await WebStage(real: Self.client).load(
      Self.request(server, byteCount: file.count))
    #expect(picture.info.isComplete)
    #expect(Self.ranges(server) == ["bytes=0-65535", nil])
  }

  @Test func `a server that sends the whole file instead of a part is asked once`() async throws {
    let file = Self.photo(withThumbnail: true)
    let server = Self.server(file, sendsParts: false)
    let stage = WebStage(real: Self.client)
    let picture = try await stage.load(Self.request(server, byteCount: file.count))
    #expect(picture.info.isComplete)
    #expect(server.asked.count == 1)
    #expect(picture.info.size == Self.size)
  }

  @Test(arguments: [(131_072, "a.jpg"), (10_000_000, "a.png"), (10_000_000, "a.webp")])
  func `small files and other formats are requested whole at once`(
    byteCount: Int, name: String
  ) async throws {
    let server = Self.server(Self.photo(withThumbnail: true))
    _ = try await WebStage(real: Self.client).load(
      Self.request(server, byteCount: byteCount, name: name))
    #expect(Self.ranges(server) == [nil])
  }
}
