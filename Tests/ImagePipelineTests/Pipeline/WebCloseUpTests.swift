import Catalogs
import DecoderProtocol
import ImagePipeline
import Imaging
import TestServer
import TestSupport
import Testing

@Suite("Close-ups of web photos", .integration, .timeLimit(.minutes(30)))
struct WebCloseUpTests {
  private static let small = PixelSize(width: 640, height: 480)
  private static let large = PixelSize(width: 1600, height: 1200)

  /// Responds to every path with its text, or with 404.
  private static func server(_ texts: [String: String]) -> TestServer {
    TestServer { request, connection in
      let text = texts[request.path]
      connection.answer(
        text == nil ? "404 Not Found" : "200 OK", ["Cache-Control: max-age=60"], text: text ?? "no")
    }
  }

  /// A corner of an image of a size, pixel by pixel.
  private func corner(of size: PixelSize, _ whole: ImageRequest, x: Int = 0) -> ImageRequest {
    ImageRequest(
      photo: whole.photo, cells: whole.cells, form: whole.form,
      extent: .part(
        PicturePart(
          of: size, scaledTo: size, PixelRect(x: x, y: 0, width: 320, height: 240))))
  }

  private func tile(_ request: ImageRequest, _ stage: WebStage) async -> LoadedTile? {
    guard case .tile(let tile) = await stage.answers(request).last else { return nil }
    return tile
  }

  @Test(arguments: [[], [640, 1600], [640, 700], [640, 9000]])
  func `a close-up uses the largest rendition, requested and decoded once`(widths: [Int])
    async throws
  {
    let server = Self.server(["/small": "640x480", "/large": "1600x1200"])
    let decoder = SizeDecoder()
    let stage = WebStage(real: decoder)
    let whole = try ImageRequest.viewer(
      ["/small", "/large"].map(server.address), widths: widths)
    #expect(await tile(whole, stage)?.info.size == Self.small)
    for (size, x) in [(Self.small, 0), (Self.large, 0), (Self.large, 800)] {
      let tile = await tile(corner(of: size, whole, x: x), stage)
      #expect(tile?.info.size == Self.large)
      #expect(tile?.provenance.hasLarger == false)
    }
    #expect(server.asked.map(\.path) == ["/small", "/large"])
    #expect(decoder.texts.value.count { $0 == "1600x1200" } == 1)
  }

  @Test(arguments: [nil, "no picture", "320x240"])
  func `a close-up uses the shown rendition if the largest fails or is smaller`(
    text: String?
  ) async throws {
    var texts = ["/small": "640x480"]
    texts["/large"] = text
    let server = Self.server(texts)
    let stage = WebStage(real: SizeDecoder())
    let whole = try ImageRequest.viewer(
      ["/small", "/large"].map(server.address), widths: [640, 1600])
    #expect(await tile(whole, stage)?.provenance.hasLarger == true)
    for x in [0, 320] {
      let tile = await tile(corner(of: x == 0 ? Self.large : Self.small, whole, x: x), stage)
      #expect(tile?.info.size == Self.small)
      #expect(tile?.provenance.hasLarger == false)
    }
    #expect(server.asked.map(\.path) == ["/small", "/large"])
  }

  @Test func `a close-up fails if no rendition can be loaded`() async throws {
    let server = Self.server([:])
    let whole = try ImageRequest.viewer(
      ["/small", "/large"].map(server.address), widths: [640, 1600])
    #expect(await tile(corner(of: Self.large, whole), WebStage(real: SizeDecoder())) == nil)
  }
}

/// A decoder for which a text like `640x480` is an image of that size.
private final class SizeDecoder: ImageDecoding {
  /// The texts decoded to more than a pixel, in order.
  let texts = Watched<[String]>([])

  func decode(
    _ source: ImageSource, for request: DecodingRequest, unless cancellation: CancellationSignal
  ) throws(DecodingError) -> LoadedBitmap {
    guard case .bytes(let bytes) = source else { throw .notAFile }
    let text = String(decoding: bytes, as: UTF8.self)
    let sides = text.split(separator: "x").compactMap { Int($0) }
    guard sides.count == 2 else { throw .refused(.notAnImage) }
    let size = PixelSize(width: sides[0], height: sides[1])
    let isProbe = request.box.area == 1
    if !isProbe { texts.change { $0.append(text) } }
    return LoadedBitmap(
      bitmap: Bitmap(size: isProbe ? request.box : size, filledWith: RGB(1, 2, 3)),
      info: PictureInfo(size: size, byteCount: bytes.count))
  }

  func frames(
    of source: ImageSource, in box: PixelSize, unless cancellation: CancellationSignal
  ) throws(DecodingError) -> FrameStream {
    throw .refused(.unsupported("no motion"))
  }

  func retryFailures() {}
}
