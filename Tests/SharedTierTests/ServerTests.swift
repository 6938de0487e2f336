import Base
import Glibc
import Imaging
import TestSupport
import Testing

@testable import SharedTier

@Suite("A shared tier and real servers", .integration, .timeLimit(.minutes(30)))
struct ServerTests {
  private let clock = ManualClock()

  private func tier(
    _ address: String, trust: TLSOptions = TLSOptions(), budget: Duration = .seconds(60)
  ) throws -> SharedTier {
    try .ofTests(at: address, trust: trust, budget: budget, clock: clock)
  }

  /// The result of looking up a key; nil if no node is asked.
  private func answer(of tier: SharedTier, _ key: TierKey) async -> TierLookup.Answer? {
    await WorkQueue(label: "asker").run { tier.patientLook(up: key)?.firstAnswer() }
  }

  @Test(arguments: TierServer.Program.all)
  func `a thumbnail put by one machine is found by all others`(program: TierServer.Program)
    async throws
  {
    let server = await TierServer(program)
    let (one, other) = (try tier(server.address()), try tier(server.address()))
    let key = try TierKey.numbered(1)
    #expect(await answer(of: one, key) == .toBeMade)
    #expect(await answer(of: other, key) == .madeElsewhere)
    one.put(.ofTests(), as: key)
    await one.finish()
    #expect(await answer(of: other, key) == .thumbnail(.ofTests()))
    #expect(await answer(of: one, key) == .thumbnail(.ofTests()))
  }

  @Test(arguments: TierServer.Program.all)
  func `a returned lease is granted to the next client and cannot be returned twice`(
    program: TierServer.Program
  ) async throws {
    let server = await TierServer(program)
    let (one, other) = (try tier(server.address()), try tier(server.address()))
    let key = try TierKey.numbered(1)
    let lookup = try #require(one.patientLook(up: key))
    await eventually { lookup.request.outcome != nil }
    #expect(await answer(of: other, key) == .madeElsewhere)
    lookup.giveBack()
    await eventually { await answer(of: other, key) == .toBeMade }
    // Returning it again does no harm: the lease is now the other's.
    lookup.giveBack()
    for _ in 0..<3 { #expect(await answer(of: one, key) == .madeElsewhere) }
    other.put(.ofTests(), as: key)
    await other.finish()
    lookup.giveBack()
    #expect(await answer(of: one, key) == .thumbnail(.ofTests()))
  }

  @Test(arguments: TierServer.Program.all)
  func `the lease of a thumbnail that is too large to share is returned`(
    program: TierServer.Program
  ) async throws {
    let server = await TierServer(program)
    let (one, other) = (try tier(server.address()), try tier(server.address()))
    let key = try TierKey.numbered(1, side: 1_024)
    let lookup = try #require(one.patientLook(up: key))
    await eventually { lookup.request.outcome != nil }
    one.put(
      SharedThumbnail(
        bitmap: .mixed(width: 1_024, height: 1_024),
        info: PictureInfo(size: PixelSize(width: 4_000, height: 4_000), format: .jpeg)),
      as: key, after: lookup)
    await one.finish()
    await eventually { await answer(of: other, key) == .toBeMade }
  }

  @Test(arguments: TierServer.Program.all)
  func `hundreds of lookups and thumbnails use one connection`(
    program: TierServer.Program
  ) async throws {
    let server = await TierServer(program)
    let tier = try tier(server.address())
    let keys = try (0..<300).map { try TierKey.numbered($0) }
    for (number, key) in keys.enumerated() where number % 3 == 0 {
      tier.put(.ofTests(seed: UInt64(number)), as: key)
      if number % 60 == 0 { await tier.finish() }
    }
    await tier.finish()
    let answers = await WorkQueue(label: "asker").run {
      let lookups = keys.map { tier.patientLook(up: $0) }
      return lookups.map { $0?.firstAnswer() }
    }
    for (number, answer) in answers.enumerated() {
      #expect(
        answer == (number % 3 == 0 ? .thumbnail(.ofTests(seed: UInt64(number))) : .toBeMade))
    }
  }

  @Test(arguments: TierServer.Program.all)
  func `a killed server is given up and asked again later`(
    program: TierServer.Program
  ) async throws {
    let server = await TierServer(program)
    let tier = try tier(server.address())
    let key = try TierKey.numbered(1)
    #expect(await answer(of: tier, key) == .toBeMade)
    server.process.kill()
    for _ in 0..<CircuitBreaker.nodeFailureLimit {
      #expect(await answer(of: tier, key) == .failed)
    }
    #expect(await answer(of: tier, key) == nil)
    #expect(tier.isResting)
    let again = await TierServer(program, port: server.port)
    #expect(await answer(of: tier, key) == nil)
    clock.advance(by: .seconds(75))
    #expect(!tier.isResting)
    #expect(await answer(of: tier, key) == .toBeMade)
    withExtendedLifetime(again) {}
  }

  @Test(arguments: TierServer.Program.all)
  func `a restarted server is used again after at most one failure`(
    program: TierServer.Program
  ) async throws {
    let server = await TierServer(program)
    let tier = try tier(server.address())
    let key = try TierKey.numbered(1)
    #expect(await answer(of: tier, key) == .toBeMade)
    let again = await server.restarted()
    // The connection may still seem open on this end.
    let first = await answer(of: tier, key)
    #expect(first == .toBeMade || first == .failed)
    #expect(await answer(of: tier, key) == (first == .failed ? .toBeMade : .madeElsewhere))
    withExtendedLifetime(again) {}
  }

  @Test(arguments: TierServer.Program.all)
  func `a suspended server costs its budget three times and is then not asked`(
    program: TierServer.Program
  ) async throws {
    let server = await TierServer(program)
    let tier = try tier(server.address(), budget: .milliseconds(20))
    let key = try TierKey.numbered(1)
    #expect(await answer(of: tier, key) == .toBeMade)
    server.process.suspend()
    for _ in 0..<CircuitBreaker.nodeFailureLimit {
      // On a busy machine the timeout for silence may count as well.
      guard let lookup = tier.look(up: key) else { break }
      await eventually { lookup.request.outcome != nil }
      #expect(lookup.firstAnswer() == .failed)
    }
    #expect(tier.look(up: key) == nil)
    server.process.resume()
    // The connection may have been closed as silent meanwhile, which is one failure more: the
    // breaker is open for longer then.
    await eventually {
      clock.advance(by: .seconds(75))
      return await answer(of: tier, key) == .madeElsewhere
    }
  }

  @Test(arguments: TierServer.Program.all)
  func `an invalid value is a failure and is replaced by the next put`(
    program: TierServer.Program
  ) async throws {
    let server = await TierServer(program)
    let tier = try tier(server.address())
    let key = try TierKey.numbered(1)
    let stranger = NodeConnection(
      tier.address.nodes[0], of: tier.address, trust: TLSOptions(), timing: TierTiming(),
      clock: clock)
    let put = TierRequest(
      .put(key, Array("PCT\u{1} and more".utf8), seconds: 60), within: .seconds(5))
    #expect(stranger.send(put))
    await eventually { put.outcome != nil }
    #expect(put.outcome == .success(.kept))
    stranger.close()
    #expect(await answer(of: tier, key) == .failed)
    #expect(tier.damagedCount == 1)
    tier.put(.ofTests(), as: key)
    await tier.finish()
    #expect(await answer(of: tier, key) == .thumbnail(.ofTests()))
  }

  static let lies: [LyingServer.Manner] = [
    .answers(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)), .answers([0]), .isSilent,
    .answersOnce(Array("VERSION 1".utf8)), .answersOnce([]),
    .answers(Array("VERSION 1\r\nVA 99999999\r\n".utf8)),
    .answers(Array("VERSION 1\r\n".utf8) + [UInt8](repeating: 65, count: 100_000)),
    .answers(Array("%1000000000\r\n".utf8)),
    .answers(Array("$900000\r\n".utf8) + [UInt8](repeating: 0, count: 2_000_000)),
  ]

  @Test(arguments: lies.indices, ["memcached", "redis"])
  func `a server with invalid replies or none is given up`(lie: Int, engine: String) async throws {
    let server = LyingServer(Self.lies[lie])
    let tier = try tier("\(engine)://127.0.0.1:\(server.port)")
    tier.put(.ofTests(), as: try .numbered(1))
    var answers: [TierLookup.Answer?] = []
    while answers.count < 8, !tier.isResting {
      answers.append(await answer(of: tier, try .numbered(answers.count)))
    }
    await tier.finish()
    #expect(answers.allSatisfy { $0 == .failed || $0 == nil })
    #expect(tier.isResting)
    withExtendedLifetime(server) {}
  }

  @Test(arguments: ["memcached", "redis"])
  func `lookup skips nodes that have not identified themselves within the budget`(
    engine: String
  ) async throws {
    let server = LyingServer(.isSilent)
    var timing = TierTiming()
    (timing.budget, timing.silence, timing.connecting) = (
      .milliseconds(30), .seconds(60), .seconds(60)
    )
    let tier = SharedTier(
      try TierAddress("\(engine)://127.0.0.1:\(server.port)"), secret: try .ofTests(),
      timing: timing, clock: clock)
    #expect(tier.mayAnswerInTime)
    tier.start()
    #expect(tier.look(up: try .numbered(1)) != nil)
    // The budget begins when the node's thread begins to connect.
    await eventually {
      clock.advance(by: .milliseconds(31))
      return !tier.mayAnswerInTime
    }
    #expect(tier.look(up: try .numbered(2)) == nil)
    // A lookup without a budget is still sent.
    #expect(!tier.isResting)
    #expect(tier.find(try .numbered(3)) != nil)
    withExtendedLifetime(server) {}
  }

  @Test func `an identified node stays in use`() async throws {
    let server = LyingServer(.answers(Array("VERSION 1\r\n".utf8)))
    let tier = try tier("memcached://127.0.0.1:\(server.port)", budget: .milliseconds(30))
    tier.start()
    await eventually { tier.routes.lines.allSatisfy(\.isUp) }
    clock.advance(by: .seconds(3_600))
    #expect(tier.mayAnswerInTime)
    #expect(tier.look(up: try .numbered(1)) != nil)
    withExtendedLifetime(server) {}
  }

  @Test(.enabled(if: TierServer.Program.redis.exists))
  func `a full Redis still returns stored thumbnails`() async throws {
    let server = await TierServer(.redis, options: ["--maxmemory", "2mb"])
    let tier = try tier(server.address())
    // Far more than fit: how many do depends on the buffers of Redis, which shrink with time.
    let keys = try (0..<160).map { try TierKey.numbered($0) }
    for key in keys {
      tier.put(.ofTests(), as: key)
      await tier.finish()
    }
    #expect(await answer(of: tier, keys[0]) == .thumbnail(.ofTests()))
    #expect(await answer(of: tier, keys[159]) == .toBeMade)
    #expect(!tier.isResting)
  }

  @Test(.enabled(if: TierServer.Program.redis.exists))
  func `a Redis user may be restricted to the tier's keys and commands`() async throws {
    let rule = ["--user", "team", "on", ">word", "~pc:*", "+get", "+set", "+hello"]
    let rules = rule + ["--user", "default", "off"]
    let server = await TierServer(.redis, options: rules)
    let tier = try tier(server.address("team:word@"))
    let key = try TierKey.numbered(1)
    #expect(await answer(of: tier, key) == .toBeMade)
    tier.put(.ofTests(), as: key)
    await tier.finish()
    #expect(await answer(of: tier, key) == .thumbnail(.ofTests()))
    // Without scripts leases expire by themselves, which is no failure.
    let lookup = try #require(tier.patientLook(up: try .numbered(2)))
    await eventually { lookup.request.outcome != nil }
    for _ in 0..<4 { lookup.giveBack() }
    #expect(await answer(of: tier, try .numbered(2)) == .madeElsewhere)
    #expect(tier.reports[0].figures.failureCount == 0)
    for login in ["", "team:wrong@"] {
      let stranger = try self.tier(server.address(login))
      #expect(await answer(of: stranger, key) == .failed)
    }
  }

  @Test(.enabled(if: TierServer.Program.redis.exists))
  func `a cluster node is reported as one and grants leases for its own keys`()
    async throws
  {
    let folder = TemporaryFolder()
    let server = await TierServer(
      .redis, options: ["--cluster-enabled", "yes", "--dir", folder.path])
    let tier = try tier(server.address())
    // No slot is assigned yet.
    #expect(await answer(of: tier, try .numbered(1)) == .failed)
    tier.greet()
    #expect(tier.reports[0].text.contains("a node of a cluster"))
    #expect(!tier.isResting)
    let slots = ChildProcess(
      "exec redis-cli -p \"$0\" cluster addslotsrange 0 16383", ["\(server.port)"])
    #expect(slots.wait(forBytes: 2) == 2)
    let key = try TierKey.numbered(2)
    await eventually { await answer(of: tier, key) == .toBeMade }
    #expect(await answer(of: try self.tier(server.address()), key) == .madeElsewhere)
  }

  @Test(.enabled(if: TierServer.Program.redis.exists))
  func `over TLS a trusted certificate is accepted and an untrusted one refused`() async throws {
    let authority = await CertificateAuthority()
    let certificate = await authority.certificate()
    let place = TierServer.freePort()
    let server = await TierServer(
      .redis, port: place,
      options: [
        "--tls-port", "\(place)", "--port", "0", "--tls-cert-file", certificate.file,
        "--tls-key-file", certificate.key, "--tls-auth-clients", "no",
      ])
    let address = server.address(isEncrypted: true)
    let tier = try tier(address, trust: TLSOptions(file: authority.file))
    let key = try TierKey.numbered(1)
    #expect(await answer(of: tier, key) == .toBeMade)
    tier.put(.ofTests(), as: key)
    await tier.finish()
    #expect(await answer(of: tier, key) == .thumbnail(.ofTests()))
    let stranger = try self.tier(address)
    #expect(await answer(of: stranger, key) == .failed)
    #expect(stranger.reports[0].condition == .disconnected(.untrusted))
    // Without TLS there is no reply.
    #expect(await answer(of: try self.tier(server.address()), key) == .failed)
  }

  @Test func `an unreachable server is given up, and finish() returns`() async throws {
    let tier = try tier("redis://127.0.0.1:1")
    var answers: [TierLookup.Answer?] = []
    while answers.count < 8, !tier.isResting {
      answers.append(await answer(of: tier, try .numbered(1)))
    }
    #expect(tier.isResting)
    tier.put(.ofTests(), as: try .numbered(1))
    await tier.finish()
    #expect(
      tier.reports[0].condition == .resting(.unreachable("connection refused")))
  }
}
