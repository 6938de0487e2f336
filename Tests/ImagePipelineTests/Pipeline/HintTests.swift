import Base
import Catalogs
import ImagePipeline
import Imaging
import TestServer
import TestSupport
import Testing

private let brown = RGB(packed: 0x978E82)
private let blur = BlurHash("LEHV6nWB2yk8pyo0adR*.7kCMdnj".utf8).map(PictureHint.blurHash)
private let thumb = ThumbHash(base64: "3OcRJYB4d3h/iIeHeEh3eIhw+j3A".utf8)
  .map(PictureHint.thumbHash)

/// A feed's hint of a photo is shown before the photo's first byte and is not cached.
@Suite("Hints of photos", .integration, .timeLimit(.minutes(30)))
struct HintTests {
  private let gate = Gate()
  private let server: TestServer
  private let stage = WebStage()

  /// A server that responds when the gate is open.
  init() {
    server = TestServer { [gate] request, connection in
      gate.wait()
      let status = request.path == "/missing" ? "404 Not Found" : "200 OK"
      connection.answer(status, ["Cache-Control: max-age=60"], text: request.path)
    }
  }

  private func request(
    _ hint: PictureHint? = .color(brown), widths: [Int] = [1600], columns: Int = 20
  ) throws -> ImageRequest {
    try ImageRequest([server.address("/a")], widths: widths, hint: hint, columns: columns)
  }

  /// All responses except progress; the first of them precedes the server's response.
  private func answers(
    _ request: ImageRequest, afterFirst body: (ImageResponse) async -> Void = { _ in }
  ) async -> [ImageResponse] {
    var answers: [ImageResponse] = []
    for await answer in await stage.pipeline.responses(for: request) {
      if case .progress = answer { continue }
      if answers.isEmpty {
        await body(answer)
        gate.open()
      }
      answers.append(answer)
    }
    return answers
  }

  @Test func `a hint is shown before the server responds, then the tile`() async throws {
    let answers = await answers(try request())
    #expect(answers.map(\.hint?.size) == [CellSize(columns: 19, rows: 7), nil])
    #expect(answers.last?.isTile == true)
    let canvas = try #require(answers.first?.hint?.canvas)
    #expect(
      canvas.glyphs.allSatisfy { glyph in
        [glyph.foreground, glyph.background].contains(.rgb(brown))
      })
  }

  @Test(
    arguments: [
      (thumb, [], CellSize(columns: 20, rows: 7)), (blur, [], CellSize(columns: 40, rows: 7)),
      (blur, [1600], CellSize(columns: 19, rows: 7)),
      (thumb, [16], CellSize(columns: 19, rows: 7)),
      (.color(brown), [], CellSize(columns: 40, rows: 7)),
    ] as [(PictureHint?, [Int], CellSize)])
  func `a hint has the photo's proportions if known, else those of the cell`(
    hint: PictureHint?, widths: [Int], size: CellSize
  ) async throws {
    let answers = await answers(try request(hint, widths: widths, columns: 40))
    #expect(answers.first?.hint?.size == size)
  }

  @Test func `a BlurHash hint has more than one colour`() async throws {
    let canvas = try #require(await answers(try request(blur)).first?.hint?.canvas)
    #expect(Set(canvas.glyphs.map(\.background)).count > 20)
  }

  @Test func `a hint is drawn with characters even where tiles are pixels`() async throws {
    var request = try request()
    request = ImageRequest(
      photo: request.photo, cells: request.cells,
      form: .pixels(
        PixelForm(
          encoding: .rgb, cell: PixelSize(width: 10, height: 20),
          characters: request.form.characters)))
    let answers = await answers(request)
    guard case .symbols = answers.first?.hint?.content, answers.last?.isTile == true else {
      throw UnexpectedAnswers(answers: answers)
    }
  }

  @Test func `a request that joins before the server responds gets the hint at once`() async throws
  {
    let (pipeline, request) = (stage.pipeline, try request())
    _ = await answers(request) { first in
      #expect(first.hint != nil)
      for await answer in await pipeline.responses(for: request) {
        #expect(answer == first)
        break
      }
    }
  }

  @Test func `hints are not cached and not used as placeholders`() async throws {
    let (pipeline, request, other) = (stage.pipeline, try request(), try request(columns: 30))
    let answers = await answers(request) { _ in
      #expect(pipeline.cachedTile(for: request) == nil)
      #expect(pipeline.placeholder(for: other) == nil)
      #expect(pipeline.forgetBitmaps() == 0)
    }
    guard case .tile(let loaded) = answers.last else { throw UnexpectedAnswers(answers: answers) }
    #expect(
      pipeline.cachedTile(for: request)?.tile == loaded.tile && loaded.tile != answers[0].hint)
  }

  @Test func `no hint is shown if memory has the photo's bitmap or a tile of it`() async throws {
    _ = await answers(try request())
    #expect(await answers(try request(columns: 24)).compactMap(\.hint).isEmpty)
    _ = stage.pipeline.forgetBitmaps()
    #expect(await answers(try request(columns: 30)).compactMap(\.hint).isEmpty)
    // Nor for a photo without a hint.
    let other = try ImageRequest([server.address("/b")])
    #expect(await answers(other).map(\.isTile) == [true])
  }

  @Test func `a photo that fails to load is first shown as its hint`() async throws {
    let request = try ImageRequest([server.address("/missing")], hint: .color(brown))
    let answers = await answers(request)
    #expect(answers.map { $0.hint != nil } == [true, false])
    #expect(answers.map(\.isTile) == [false, false])
  }

  @Test func `a hint precedes the preview from a cached rendition, and that the tile`()
    async throws
  {
    gate.open()
    let addresses = ["/small", "/large"].map(server.address)
    _ = try await stage.load(ImageRequest(addresses, widths: [100, 1600]))
    let request = try ImageRequest(
      addresses, widths: [100, 1600], hint: blur, columns: 160, rows: 50)
    let answers = await answers(request)
    #expect(answers.map { $0.hint != nil } == [true, false, false])
    #expect(answers.map(\.isPreview) == [false, true, false])
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `under random requests and cancellations no hint follows a preview or tile`(seed: UInt64)
    async throws
  {
    gate.open()
    var random = SplitMix64(seed: seed)
    var stayers: [Listener] = []
    for _ in 0..<300 {
      let columns = Int.random(in: 10..<60, using: &random)
      let request = try ImageRequest(
        [server.address("/\(Int.random(in: 0..<8, using: &random))")],
        hint: Bool.random(using: &random) ? blur : thumb, columns: columns, rows: columns / 3)
      let listener = Listener(await stage.pipeline.responses(for: request))
      if Bool.random(using: &random) { stayers.append(listener) } else { listener.leave() }
      if Int.random(in: 0..<6, using: &random) == 0 { _ = stage.pipeline.forgetBitmaps() }
    }
    for stayer in stayers {
      let answers = await stayer.answers().filter { $0.hint != nil || $0.isPreview || $0.isTile }
      #expect(answers.drop { $0.hint != nil }.allSatisfy { $0.hint == nil })
      #expect(answers.last?.isTile == true)
    }
    await stage.pipeline.isIdle()
    #expect(await stage.pipeline.subscriberCount == 0)
  }

  @Test func `cancelling after the hint leaves no subscriber behind`() async throws {
    let request = try request()
    for await answer in await stage.pipeline.responses(for: request) {
      #expect(answer.hint != nil)
      break
    }
    gate.open()
    await stage.pipeline.isIdle()
    #expect(await stage.pipeline.subscriberCount == 0)
  }
}

extension ImageResponse {
  /// The tile of a hint; nil for other responses.
  fileprivate var hint: Tile? {
    guard case .hint(let tile) = self else { return nil }
    return tile
  }
}
