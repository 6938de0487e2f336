import DecoderProtocol
import Glibc
import ImagePipeline
import Imaging
import TestSupport
import Testing

/// A child that misbehaves fails only its own image, and the next image is decoded.
@Suite(.integration, .timeLimit(.minutes(30))) struct HostileDecoderTests {
  private static let limit = Duration.milliseconds(200)
  private let request = DecodingRequest(box: PixelSize(width: 60, height: 60))
  /// With a limit that is never reached here, however busy the machine is.
  private let patient = DecoderClient(programs: TestDecoders.obedient(), limit: .seconds(50))
  private let strict = DecoderClient(programs: TestDecoders.obedient(), limit: Self.limit)

  private static let misbehaviours: [(String, DecodingError)] = [
    ("crash", .crashed(signal: SIGSEGV)), ("abort", .crashed(signal: SIGSEGV)),
    ("trap", .crashed(signal: SIGILL)), ("quit", .wrongAnswer),
    ("allocate", .refused(.outOfMemory)),
    ("starve", .refused(.outOfMemory)), ("free", .crashed(signal: SIGSEGV)),
    ("status", .refused(.unsupported("status"))),
    ("open", .refused(.unsupported("open"))), ("connect", .refused(.unsupported("connect"))),
    ("scribble", .refused(.unsupported("0 descriptors"))), ("overwrite", .crashed(signal: SIGXFSZ)),
  ]
  private static let forbidden = [
    "exec", "fork", "signal", "code", "share", "grow", "namespace",
  ]
  private static let invalidAnswers = [
    "wide", "high", "empty", "negative", "overflow", "hugePicture", "half", "short", "long",
    "flood", "nonsense", "nothing", "announcedTwice", "repeated", "cutField", "wordy",
    "hugeHeader", "unaskedRegion",
  ]
  private static let resources: [(String, DecodingError?)] = [
    ("threads", .refused(.unsupported("16 threads"))),
    ("processors", .refused(.unsupported("1 processors"))),
    ("folder", .refused(.unsupported("/"))), ("announced", nil),
    ("unannounced", .refused(.outOfMemory)),
    ("tooMuch", .refused(.outOfMemory)), ("misnamed", .refused(.outOfMemory)),
    ("misdrawn", .refused(.outOfMemory)),
    ("absurd", .refused(.damaged)),
  ]

  private func failure(_ word: String, _ client: DecoderClient) async -> DecodingError? {
    do throws(DecodingError) {
      _ = try await client.decode(TestDecoders.order(word), for: request)
      return nil
    } catch {
      return error
    }
  }

  private func expectLife(in client: DecoderClient) async throws {
    let image = try await client.decode(TestDecoders.order("well"), for: request)
    #expect(image.bitmap == Bitmap(size: request.box, filledWith: RGB(1, 2, 3)))
    for status in await client.statuses() {
      guard case .running(let process, _, _) = status.state else { continue }
      #expect(ProcessTable.children(of: process).isEmpty)
    }
  }

  @Test(arguments: misbehaviours)
  func `a misbehaving child fails only its own image`(word: String, reason: DecodingError)
    async throws
  {
    #expect(await failure(word, patient) == reason)
    try await expectLife(in: patient)
  }

  @Test(arguments: forbidden)
  func `a system call that decoding does not need kills the child`(word: String) async throws {
    #expect(await failure(word, patient) == .crashed(signal: SIGSYS))
    try await expectLife(in: patient)
  }

  @Test(arguments: resources)
  func `a child gets no more resources than allowed`(word: String, reason: DecodingError?)
    async throws
  {
    #expect(await failure(word, patient) == reason)
    try await expectLife(in: patient)
  }

  @Test func `a decoder that needs no threads cannot start any`() async throws {
    let client = DecoderClient(
      programs: TestDecoders.obedient("--threadless"), limit: .seconds(50))
    #expect(await failure("threads", client) == .crashed(signal: SIGSYS))
    try await expectLife(in: client)
  }

  @Test func `a crash is reported when a second child crashes`() async throws {
    let process = try #require(await patient.runningProcess)
    async let hanging = failure("hang", patient)
    let first = await ProcessTable.newChild(of: process)
    kill(first, SIGXFSZ)
    let second = await ProcessTable.newChild(of: process, besides: first)
    kill(second, SIGXFSZ)
    #expect(await hanging == .crashed(signal: SIGXFSZ))
    try await expectLife(in: patient)
  }

  @Test func `an image whose child crashed once is retried by another child`() async throws {
    let process = try #require(await patient.runningProcess)
    let reason = await withTaskGroup(of: DecodingError?.self) { group in
      group.addTask { await failure("hang", patient) }
      let first = await ProcessTable.newChild(of: process)
      kill(first, SIGXFSZ)
      _ = await ProcessTable.newChild(of: process, besides: first)
      group.cancelAll()
      return await group.reduce(nil) { $0 ?? $1 }
    }
    #expect(reason == .cancelled)
  }

  @Test func `a waiting image is decoded when the hanging one is cancelled`()
    async throws
  {
    let client = DecoderClient(programs: TestDecoders.obedient(), limit: .seconds(50), width: 1)
    let process = try #require(await client.runningProcess)
    let hanging = Task { await failure("hang", client) }
    _ = await ProcessTable.newChild(of: process)
    let waiting = Task { await failure("well", client) }
    let leaving = Task { await failure("well", client) }
    leaving.cancel()
    #expect(await leaving.value == .cancelled)
    #expect(ProcessTable.children(of: process).count == 1)
    hanging.cancel()
    #expect(await hanging.value == .cancelled)
    #expect(await waiting.value == nil)
  }

  @Test func `the number of children never exceeds the limit`() async throws {
    let client = DecoderClient(programs: TestDecoders.obedient(), limit: .seconds(50), width: 2)
    let process = try #require(await client.runningProcess)
    let words = ["well", "crash", "flood", "short", "lateCrash"]
    let hanging = Task { await failure("hang", client) }
    _ = await ProcessTable.newChild(of: process)
    let counts = await withTaskGroup(of: Int.self) { group in
      for index in 0..<100 {
        group.addTask {
          _ = await failure(words[index % words.count], client)
          return ProcessTable.children(of: process).count
        }
      }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(counts.isSubset(of: [1, 2]))
    hanging.cancel()
    #expect(await hanging.value == .cancelled)
  }

  @Test func `the time of other images does not count against the limit`() async {
    let client = DecoderClient(programs: TestDecoders.obedient(), limit: .seconds(3), width: 1)
    let reasons = await withTaskGroup(of: DecodingError?.self) { group in
      for word in ["hang", "hang", "well"] { group.addTask { await failure(word, client) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(reasons.count { $0 == nil } == 1)
    #expect(reasons.count { $0 == .tookTooLong(.seconds(3)) } == 2)
  }

  @Test func `the reported duration of an image excludes that of previous ones`() async throws {
    let clock = ManualClock()
    let client = DecoderClient(
      programs: TestDecoders.obedient(), limit: .seconds(50), width: 1, clock: clock)
    let process = try #require(await client.runningProcess)
    let hanging = Task { await client.report(on: TestDecoders.order("hang"), for: request) }
    _ = await ProcessTable.newChild(of: process)
    let files = ProcessTable.descriptorCount
    let waiting = Task { await client.report(on: TestDecoders.order("well"), for: request) }
    await eventually { ProcessTable.descriptorCount != files }
    clock.advance(by: .seconds(7))
    hanging.cancel()
    #expect(await hanging.value.duration == .seconds(7))
    #expect(await waiting.value.duration == .zero)
  }

  @Test(arguments: invalidAnswers)
  func `an invalid answer is rejected`(word: String) async throws {
    #expect(await failure(word, patient) == .wrongAnswer)
    try await expectLife(in: patient)
  }

  @Test(arguments: ["otherRegion", "wideRegion", "regionOfThumbnail"])
  func `an answer with a region that was not requested is rejected`(word: String) async throws {
    let request = DecodingRequest(
      box: request.box, wholeBox: PixelSize(width: 100, height: 100),
      region: PixelRect(x: 1, y: 1, width: 4, height: 4))
    await #expect(throws: DecodingError.wrongAnswer) {
      try await patient.decode(TestDecoders.order(word), for: request)
    }
    let image = try await patient.decode(TestDecoders.order("unaskedRegion"), for: request)
    #expect(image.region == request.region && image.bitmap.size == PixelSize(width: 10, height: 10))
    try await expectLife(in: patient)
  }

  @Test func `a child that crashes after its answer counts as crashed`() async throws {
    #expect(await failure("lateCrash", patient) == .crashed(signal: SIGSEGV))
    try await expectLife(in: patient)
  }

  @Test(arguments: ["hang", "spin", "lateHang"])
  func `a child that exceeds the time limit is killed`(word: String) async throws {
    #expect(await failure(word, strict) == .tookTooLong(Self.limit))
    #expect(await failure("quit", patient) == .wrongAnswer)
    for status in await strict.statuses() {
      guard case .running(let process, _, _) = status.state else { continue }
      #expect(ProcessTable.children(of: process).isEmpty)
    }
  }

  @Test func `announcing a huge image extends the time limit only up to the ceiling`() async throws
  {
    // A child that a busy machine keeps from announcing anything within the limit proves nothing.
    var (limit, reason) = (Self.limit, DecodingError?.none)
    repeat {
      let client = DecoderClient(programs: TestDecoders.obedient(), limit: limit)
      reason = await failure("announcedHang", client)
      if reason != .tookTooLong(limit) { break }
      limit *= 2
    } while limit < .seconds(60)
    #expect(reason == .tookTooLong(DecodingAllowance.most.scaled(limit)))
  }

  @Test func `using up the processor time counts as taking too long`()
    async throws
  {
    #expect(await failure("spin", patient) == .tookTooLong(.seconds(5)))
    try await expectLife(in: patient)
  }

  @Test(arguments: ["hang", "spin"])
  func `a cancelled task kills its child`(word: String) async throws {
    let process = try #require(await patient.runningProcess)
    let reason = await withTaskGroup(of: DecodingError?.self) { group in
      group.addTask { await failure(word, patient) }
      _ = await ProcessTable.newChild(of: process)
      group.cancelAll()
      return await group.reduce(nil) { $0 ?? $1 }
    }
    #expect(reason == .cancelled)
    #expect(ProcessTable.children(of: process).isEmpty)
    try await expectLife(in: patient)
  }

  @Test(
    arguments: [(SIGKILL, .refused(.outOfMemory)), (SIGTERM, .crashed(signal: SIGTERM))]
      as [(Int32, DecodingError)])
  func `an image whose child was killed from outside may be decoded again`(
    signal: Int32, reason: DecodingError
  ) async throws {
    let process = try #require(await patient.runningProcess)
    async let hanging = failure("hang", patient)
    kill(await ProcessTable.newChild(of: process), signal)
    #expect(await hanging == reason)
    #expect(!reason.isLasting)
    try await expectLife(in: patient)
  }

  @Test func `concurrent children do not affect one another`() async {
    let words = Array(repeating: ["well", "crash", "flood", "short", "fork"], count: 8).flatMap(
      \.self)
    let failures = await withTaskGroup(of: (Int, DecodingError?).self) { group in
      for (index, word) in words.enumerated() {
        group.addTask { (index, await failure(word, patient)) }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    let expected: [DecodingError?] = [
      nil, .crashed(signal: SIGSEGV), .wrongAnswer, .wrongAnswer, .crashed(signal: SIGSYS),
    ]
    for index in words.indices { #expect(failures[index] == expected[index % 5]) }
  }
}

extension DecoderClient {
  /// The first decoder process that runs.
  var runningProcess: Int32? {
    get async {
      await statuses().lazy.compactMap { status in
        if case .running(let process, _, _) = status.state { process } else { nil }
      }.first
    }
  }
}
