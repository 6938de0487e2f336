import Base
import DecoderProtocol
import Glibc
import ImagePipeline
import Imaging
import TestSupport
import Testing

/// Deaths of the decoder's main process, which never parses.
@Suite(.integration, .timeLimit(.minutes(30))) struct DecoderDeathTests {
  private let request = DecodingRequest(box: PixelSize(width: 60, height: 60))

  private func failure(_ word: String, _ client: DecoderClient) async -> DecodingError? {
    do throws(DecodingError) {
      _ = try await client.decode(TestDecoders.order(word), for: request)
      return nil
    } catch {
      return error
    }
  }

  /// Kills the decoder while it has nothing to do.
  private func killDecoder(of client: DecoderClient) async throws {
    kill(try #require(await client.runningProcess), SIGKILL)
  }

  @Test func `a decoder that has died is started again`() async throws {
    let clock = ManualClock()
    let client = DecoderClient(programs: TestDecoders.obedient(), limit: .seconds(50), clock: clock)
    for _ in 0..<4 {
      try await killDecoder(of: client)
      #expect(await failure("well", client) == nil)
      clock.advance(by: .seconds(5))
    }
  }

  @Test func `an image is retried by the restarted decoder if the decoder dies`() async throws {
    let client = DecoderClient(programs: TestDecoders.obedient(), limit: .seconds(50))
    let process = try #require(await client.runningProcess)
    let reason = await withTaskGroup(of: DecodingError?.self) { group in
      group.addTask { await failure("hang", client) }
      _ = await ProcessTable.newChild(of: process)
      kill(process, SIGKILL)
      let next = await client.processAfter(process)
      _ = await ProcessTable.newChild(of: next)
      group.cancelAll()
      return await group.reduce(nil) { $0 ?? $1 }
    }
    #expect(reason == .cancelled)
    #expect(await failure("well", client) == nil)
  }

  @Test func `a decoder that dies three times in ten seconds is unavailable until a retry`()
    async throws
  {
    let clock = ManualClock()
    let client = DecoderClient(programs: TestDecoders.obedient(), limit: .seconds(50), clock: clock)
    for _ in 0..<2 {
      try await killDecoder(of: client)
      #expect(await failure("well", client) == nil)
      clock.advance(by: .seconds(4))
    }
    try await killDecoder(of: client)
    #expect(await failure("well", client) == .decoderUnavailable)
    clock.advance(by: .seconds(60))
    #expect(await failure("well", client) == .decoderUnavailable)
    #expect(await client.statuses().first?.state == .unavailable)
    client.retryFailures()
    #expect(await failure("well", client) == nil)
  }

  @Test func `every start and death of a decoder is logged`() async throws {
    let (clock, told) = (ManualClock(), Recorder<String>())
    let client = DecoderClient(
      programs: TestDecoders.obedient(), limit: .seconds(50), clock: clock,
      log: .recorded(by: told))
    for _ in 0..<3 {
      try await killDecoder(of: client)
      _ = await failure("well", client)
    }
    let ends = told.all.map { $0.split(separator: ":").last ?? "" }
    let (again, never) = (" restarted when needed", " not restarted")
    #expect(ends.filter { $0 == again }.count == 2)
    #expect(ends.last == never[...])
    #expect(told.all.filter { $0.contains(" started as process ") }.count == 3)
    #expect(told.all.last?.hasPrefix("error decoder ") == true)
  }

  private let others = DecoderRole.allCases.dropFirst().map { _ in
    DecoderStatus.State.notInstalled
  }

  @Test(arguments: ["/bin/false", "/nonexistent"])
  func `a program that is not a decoder is unavailable`(path: String) async {
    let client = DecoderClient(programs: TestDecoders.program(path))
    #expect(await failure("well", client) == .decoderUnavailable)
    #expect(await client.statuses().map(\.state) == [.unavailable] + others)
  }

  @Test func `a program that never answers is unavailable`() async {
    let client = DecoderClient(
      programs: TestDecoders.program("/bin/sleep", ["1000"]), startLimit: .milliseconds(20))
    #expect(await failure("well", client) == .decoderUnavailable)
  }

  @Test func `querying the state ends a program that never answers`() async {
    let seconds = "1000.\(getpid())"
    let client = DecoderClient(
      programs: TestDecoders.program("/bin/sleep", [seconds]), startLimit: .milliseconds(20))
    #expect(await client.statuses().first?.state == .unavailable)
    await eventually {
      !ProcessTable.children(of: getpid()).contains {
        ProcessTable.arguments(of: $0).contains(seconds)
      }
    }
    withExtendedLifetime(client) {}
  }

  @Test func `a failure to start processes is not reported as a missing sandbox`() async {
    let (told, teller) = AsyncStream.makeStream(of: Set<SandboxPart>.self)
    let client = DecoderClient(
      programs: TestDecoders.obedient("--without", "processes"), limit: .seconds(50),
      onLack: { teller.yield($0) })
    #expect(await failure("well", client) == .decoderUnavailable)
    teller.finish()
    #expect(await told.first { _ in true } == nil)
  }

  @Test func `without a program nothing is decoded`() async {
    let client = DecoderClient(programs: [:])
    #expect(await failure("well", client) == .decoderUnavailable)
    #expect(await client.statuses().map(\.state) == [.notInstalled] + others)
  }

  @Test func `a complete sandbox is not reported as missing`() async throws {
    let (told, teller) = AsyncStream.makeStream(of: Set<SandboxPart>.self)
    let client = DecoderClient(
      programs: TestDecoders.obedient(), limit: .seconds(50), onLack: { teller.yield($0) })
    for _ in 0..<2 {
      #expect(await failure("well", client) == nil)
      try await killDecoder(of: client)
    }
    teller.finish()
    #expect(await told.first { _ in true } == nil)
  }

  @Test(arguments: ["-v 900000", "-t 5", "-n 15"])
  func `resource limits below the sandbox's count as a complete sandbox`(
    limit: String
  ) async throws {
    let client = DecoderClient(programs: TestDecoders.limited(limit), limit: .seconds(50))
    #expect(await failure("well", client) == nil)
    let status = try #require(await client.statuses().first)
    guard case .running(_, _, let sandbox) = status.state else {
      Issue.record("it does not run")
      return
    }
    #expect(sandbox == Set(SandboxPart.allCases))
  }

  @Test(
    arguments: [
      ("limits", .limits), ("privileges", .privileges), ("files", .files),
      ("system-calls", .systemCalls),
    ] as [(String, SandboxPart)])
  func `without a part of the sandbox decoding is refused unless allowed explicitly`(
    option: String, part: SandboxPart
  ) async throws {
    let careful = DecoderClient(
      programs: TestDecoders.obedient("--without", option), limit: .seconds(50))
    #expect(await failure("well", careful) == .sandboxMissing(part))
    let careless = DecoderClient(
      programs: TestDecoders.obedient("--without", option, "--allow-unsandboxed"),
      limit: .seconds(50))
    #expect(await failure("well", careless) == nil)
    let (told, teller) = AsyncStream.makeStream(of: Set<SandboxPart>.self)
    let watched = DecoderClient(
      programs: TestDecoders.obedient("--without", option), limit: .seconds(50),
      onLack: { teller.yield($0) })
    watched.start()
    #expect(await told.first { _ in true } == [part])
    for client in [careful, careless] {
      let status = try #require(await client.statuses().first)
      guard case .running(_, _, let sandbox) = status.state else {
        Issue.record("it does not run")
        continue
      }
      #expect(sandbox == Set(SandboxPart.allCases).subtracting([part]))
    }
  }
}

extension DecoderClient {
  /// The process of the decoder of most photos, once it has changed.
  fileprivate func processAfter(_ process: Int32) async -> Int32 {
    var next: Int32?
    await eventually {
      next = await runningProcess
      return next != nil && next != process
    }
    return next ?? process
  }
}
