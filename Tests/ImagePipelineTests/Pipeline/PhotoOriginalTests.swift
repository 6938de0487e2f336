import Base
import Catalogs
import ImagePipeline
import Imaging
import TestServer
import TestSupport
import Testing

@Suite("Original files of remote photos", .integration)
struct PhotoOriginalTests {
  @Test(
    arguments: [
      ("a.jpg", nil, "a.jpg"), ("a.JPG", .png, "a.JPG"), ("photo", .jpeg, "photo.jpg"),
      ("photo.php", .webP, "photo.php.webp"), ("photo", nil, "photo"),
      (".bashrc", nil, "bashrc"), ("..", .jpeg, "photo.jpg"), ("../../a.jpg", nil, "_.._a.jpg"),
      ("a\0b.jpg", nil, "a_b.jpg"), ("", .gif, "photo.gif"),
    ] as [(String, PictureFormat?, String)])
  func `a file name is the server's, made safe, with the format's extension`(
    given: String, format: PictureFormat?, name: String
  ) {
    #expect(PhotoOriginal.name(ByteString(given), format: format) == ByteString(name))
  }

  private static func photo(
    on server: TestServer, version: String? = nil, byteCount: Int? = nil
  ) throws -> Photo {
    var entry = WebPhoto(
      renditions: try ["/small.jpg", "/a%20b%2e.jpg"].map {
        Rendition(address: try WebURL(server.address($0).utf8))
      })
    if version != nil || byteCount != nil {
      var file = ServedFile(place: ByteString("s3://b/x/c.jpg"))
      (file.byteCount, file.modified, file.entityTag) = (byteCount, 1_000, version)
      entry.file = file
    }
    return Photo(entry)
  }

  @Test func `the original is the largest rendition, named by the last part of its path`()
    async throws
  {
    let server = TestServer { request, connection in
      connection.answer("200 OK", ["Cache-Control: max-age=60"], body: Array(request.path.utf8))
    }
    let stage = WebStage()
    let original = try await stage.loader.original(of: Self.photo(on: server)) { _ in }
    #expect(original.bytes == Array("/a%20b%2e.jpg".utf8))
    #expect(original.name == ByteString("a b..jpg"))
    #expect(original.isAsListed && original.modified == nil)
    // The response is cached.
    _ = try await stage.loader.original(of: Self.photo(on: server)) { _ in }
    #expect(server.asked.count == 1)
  }

  @Test(
    arguments: [("v1", nil, true), ("v2", nil, false), (nil, 5, true), (nil, 6, false)]
      as [(String?, Int?, Bool)])
  func `an original that differs from the listed version is reported`(
    version: String?, byteCount: Int?, isAsListed: Bool
  ) async throws {
    let server = TestServer { _, connection in
      connection.answer("200 OK", ["ETag: \"v1\""], body: Array("12345".utf8))
    }
    let photo = try Self.photo(on: server, version: version, byteCount: byteCount)
    let original = try await WebStage().loader.original(of: photo) { _ in }
    #expect(original.isAsListed == isAsListed)
    #expect(original.name == ByteString("c.jpg") && original.modified == 1_000)
  }

  @Test func `local photos and photos without renditions have no original to load`() async throws {
    let loader = WebStage().loader
    for photo in [
      Photo(path: ByteString("/a.jpg")),
      Photo(WebPhoto(renditions: [])),
    ] {
      await #expect(throws: ImageError.Cause.decoding(.notAFile)) {
        try await loader.original(of: photo) { _ in }
      }
    }
  }
}
