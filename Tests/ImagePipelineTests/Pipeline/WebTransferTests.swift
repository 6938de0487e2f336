import Base
import DecoderProtocol
import ImagePipeline
import Imaging
import PictureSamples
import TestServer
import TestSupport
import Testing

/// Transfers of photos while they run: their progress, their end when no request is left, and the
/// result of broken images.
@Suite("Transfers of web photos", .integration, .timeLimit(.minutes(30)))
struct WebTransferTests {
  private static let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"

  private static func piece(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test func `a load reports the progress of its transfer`() async throws {
    let gate = Gate()
    let server = TestServer { _, connection in
      connection.send(Self.head + Self.piece(300))
      gate.wait()
      connection.send(Self.piece(700))
    }
    let stage = WebStage(clock: SteppingClock(step: .milliseconds(300)))
    var answers: [ImageResponse] = []
    for await answer in await stage.pipeline.responses(for: try ImageRequest([server.address("/")]))
    {
      answers.append(answer)
      gate.open()
    }
    #expect(answers.first == .progress(LoadProgress(received: 300, expected: 1000)))
    #expect(answers.last?.isTile == true)
    #expect(answers.count(where: \.isTile) == 1)
  }

  @Test func `progress of a body of unknown length is its bytes so far`() async throws {
    let gate = Gate()
    let server = TestServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\n\r\n" + Self.piece(300))
      gate.wait()
      connection.finish()
    }
    let stage = WebStage(clock: SteppingClock(step: .milliseconds(300)))
    var answers: [ImageResponse] = []
    for await answer in await stage.pipeline.responses(for: try ImageRequest([server.address("/")]))
    {
      answers.append(answer)
      gate.open()
    }
    #expect(answers.first == .progress(LoadProgress(received: 300, expected: nil)))
    #expect(answers.last?.isTile == true)
  }

  @Test func `a transfer ends when its last request is cancelled`() async throws {
    let server = TestServer { _, connection in
      connection.send(Self.head + Self.piece(300))
      connection.waitForEnd()
      connection.endAfterwards()
    }
    let stage = WebStage()
    let request = try ImageRequest([server.address("/")])
    let listeners = [
      await Listener(stage.pipeline.responses(for: request)),
      await Listener(stage.pipeline.responses(for: request)),
    ]
    await server.wasAsked(1)
    #expect(server.connectionCount == 1)
    for listener in listeners { listener.leave() }
    await server.isAlone()
    await stage.pipeline.isIdle()
    #expect(stage.decoder.read.isEmpty)
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `under random scrolling each remaining request gets a tile`(seed: UInt64) async throws {
    let server = TestServer { request, connection in
      connection.answer("200 OK", ["Cache-Control: max-age=60"], text: request.path)
    }
    let stage = WebStage()
    var random = SplitMix64(seed: seed)
    var stayers: [Listener] = []
    var leavers: [Listener] = []
    for number in 0..<2_000 {
      let path = "/\(number % 2 == 0 ? number : Int.random(in: 0..<500, using: &random))"
      let listener = Listener(
        await stage.pipeline.responses(for: try ImageRequest([server.address(path)])))
      if Bool.random(using: &random) { stayers.append(listener) } else { leavers.append(listener) }
      if number % 8 == 0 { leavers.randomElement(using: &random)?.leave() }
    }
    for leaver in leavers { leaver.leave() }
    for stayer in stayers { #expect(await stayer.answers().last?.isTile == true) }
    await stage.pipeline.isIdle()
    #expect(await stage.pipeline.subscriberCount == 0)
  }

  @Test func `damaged bodies are classified as no image, truncated or incomplete`() async throws {
    let whole = SampleJPEG.encode(SamplePictures.noise(PixelSize(width: 320, height: 240)))
    let pages: [String: [UInt8]] = [
      "/page": Array("<html><body>Not here</body></html>".utf8),
      "/cut": Array(whole.prefix(whole.count / 2)), "/start": Array(whole.prefix(100)),
      "/whole": whole,
    ]
    let server = TestServer { request, connection in
      connection.answer(
        "200 OK", ["Content-Type: image/jpeg"], body: pages[request.path] ?? [])
    }
    let stage = WebStage(real: DecoderClient(programs: .installed()))
    let fault = { (path: String) async throws in
      await stage.fault(try ImageRequest([server.address(path)]))
    }
    #expect(try await fault("/page") == .decoding(.refused(.notAnImage)))
    #expect(try await fault("/empty") == .decoding(.refused(.empty)))
    #expect(try await fault("/start") == .decoding(.refused(.truncated)))
    #expect(try await stage.load(ImageRequest([server.address("/cut")])).info.isComplete == false)
    #expect(try await stage.load(ImageRequest([server.address("/whole")])).info.isComplete)
  }
}
