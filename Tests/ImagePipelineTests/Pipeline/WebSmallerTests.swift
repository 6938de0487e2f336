import Base
import Catalogs
import HTTP
import ImagePipeline
import Imaging
import PictureSamples
import TestServer
import TestSupport
import Testing

@Suite("Smaller renditions of web files", .integration, .timeLimit(.minutes(30)))
struct WebSmallerTests {
  private static let client = DecoderClient(programs: .installed(), limit: .seconds(50))
  private static let file = SampleJPEG.encode(
    SamplePictures.landscape(PixelSize(width: 1_600, height: 1_200)))
  private static let preview = SampleJPEG.encode(
    SamplePictures.landscape(PixelSize(width: 256, height: 192)))

  /// A request for a file of which the server makes one smaller rendition.
  private static func request(
    _ server: TestServer, isVideo: Bool = false, columns: Int = 12, rows: Int = 5
  ) throws -> ImageRequest {
    var entry = WebPhoto(
      renditions: [
        Rendition(address: try WebURL(server.address("/preview").utf8), width: 256),
        Rendition(address: try WebURL(server.address("/a.jpg").utf8)),
      ], isVideo: isVideo)
    var served = ServedFile(place: ByteString("webdav://h/a.jpg"))
    (served.byteCount, served.entityTag) = (file.count, "v1")
    entry.file = served
    return ImageRequest(
      photo: Photo(entry.lasting(.version("v1"))),
      cells: CellSize(columns: columns, rows: rows),
      form: TileForm(symbols: .quadrants, colors: .direct))
  }

  private static func server(_ previewStatus: String = "200 OK") -> TestServer {
    TestServer { request, connection in
      request.path == "/preview"
        ? connection.answer(
          previewStatus, ["Cache-Control: max-age=60", "ETag: \"p\""],
          body: previewStatus.hasPrefix("200") ? preview : [])
        : connection.answer("200 OK", ["ETag: \"v1\""], body: file)
    }
  }

  @Test func `a small cell shows the server's preview, cached as its response allows`() async throws
  {
    let server = Self.server()
    let stage = WebStage(real: Self.client)
    let picture = try await stage.load(Self.request(server))
    #expect(picture.info.size == PixelSize(width: 256, height: 192))
    _ = try await stage.load(Self.request(server))
    #expect(server.asked.map(\.path) == ["/preview"])
    let large = try await stage.load(Self.request(server, columns: 200, rows: 100))
    #expect(large.info.size == PixelSize(width: 1_600, height: 1_200))
    _ = try await stage.load(Self.request(server, columns: 200, rows: 100))
    #expect(server.asked.map(\.path) == ["/preview", "/a.jpg"])
    #expect(server.asked.allSatisfy { $0.headers["range"] == nil })
  }

  @Test func `without a preview on the server the file itself is shown`() async throws {
    let server = Self.server("404 Not Found")
    let picture = try await WebStage(real: Self.client).load(Self.request(server))
    #expect(picture.info.size == PixelSize(width: 1_600, height: 1_200))
    #expect(server.asked.map(\.path) == ["/preview", "/a.jpg"])
  }

  @Test(arguments: [("403 Forbidden", false, 403), ("404 Not Found", true, 404)])
  func `other failures of a preview, and those of videos, are reported`(
    status: String, isVideo: Bool, code: Int
  ) async throws {
    let server = Self.server(status)
    let fault = await WebStage(real: Self.client).fault(try Self.request(server, isVideo: isVideo))
    #expect(fault == .network(.status(code)))
    #expect(server.asked.map(\.path) == ["/preview"])
  }
}
