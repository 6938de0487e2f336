import Base
import TestSupport
import Testing

@testable import SharedTier

@Suite("The slots of a Redis Cluster")
struct ClusterSlotTests {
  /// The first is the check value of CRC-16/XMODEM, the others are what `CLUSTER KEYSLOT` returns.
  @Test(arguments: [("123456789", 0x31C3), ("foo", 12_182), ("bar", 5_061), ("", 0)])
  func `a slot is the CRC-16 of the key's name`(name: String, slot: Int) {
    #expect(ClusterSlot.number(of: name.utf8) == slot)
  }

  @Test func `no key name has braces, which would be a hash tag`() throws {
    for number in 0..<100 {
      let name = try TierKey.numbered(number).name
      #expect(!name.contains(where: { "{}".utf8.contains($0) }))
    }
  }

  @Test(arguments: [
    ("MOVED 3999 127.0.0.1:6381", "127.0.0.1:6381", false),
    ("ASK 0 shelf2.example.org:7", "shelf2.example.org:7", true),
    ("MOVED 16383 fd00::12:6379", "[fd00::12]:6379", false),
    ("MOVED 16383 [fd00::12]:6379", "[fd00::12]:6379", false),
    // From a node that does not know its own name.
    ("MOVED 1 :6380", "sender:6380", false),
  ])
  func `MOVED and ASK replies give the node of a key`(words: String, node: String, isForOnce: Bool)
    throws
  {
    let redirection = try #require(TierRedirection(words))
    let sender = try #require(try TierAddress("redis://sender:1").nodes.first)
    #expect(redirection.node(from: sender)?.description == node)
    #expect(redirection.isForOnce == isForOnce)
  }

  @Test(arguments: [
    "MOVED", "MOVED 1", "MOVED 16384 a:1", "MOVED -1 a:1", "MOVED x a:1", "MOVED 1 a:1 b",
    "moved 1 a:1", "ERR MOVED 1 a:1", "TRYAGAIN", "MOVED 99999999999999999999 a:1",
  ])
  func `other replies are not redirections`(words: String) {
    #expect(TierRedirection(words) == nil)
  }

  @Test(arguments: ["a", "a:", "a:0", "a:65536", "a b:1", "?:1", "a/b:1", "a@b:1", ":x"])
  func `a redirection to an invalid address gives no node`(place: String) throws {
    let sender = try #require(try TierAddress("redis://sender:1").nodes.first)
    #expect(TierRedirection("MOVED 1 \(place)")?.node(from: sender) == nil)
  }
}

@Suite(
  "A shared tier and a Redis Cluster", .integration, .timeLimit(.minutes(30)),
  .enabled(if: TierServer.Program.redis.exists))
struct ClusterTests {
  private let clock = ManualClock()

  private func tier(
    _ address: String, trust: TLSOptions = TLSOptions(), budget: Duration = .seconds(5)
  ) throws -> SharedTier {
    try .ofTests(at: address, trust: trust, budget: budget, clock: clock)
  }

  private func answers(of tier: SharedTier, _ keys: [TierKey]) async -> [TierLookup.Answer?] {
    await WorkQueue(label: "asker").run {
      let lookups = keys.map { tier.patientLook(up: $0) }
      return lookups.map { $0?.firstAnswer() }
    }
  }

  private func answer(of tier: SharedTier, _ key: TierKey) async -> TierLookup.Answer? {
    await answers(of: tier, [key])[0]
  }

  private func keys(_ count: Int) throws -> [TierKey] {
    try (0..<count).map { try TierKey.numbered($0) }
  }

  private func slot(of key: TierKey) -> Int { ClusterSlot.number(of: key.name) }

  @Test func `the keys of all nodes are found from one node`() async throws {
    let cluster = await RedisCluster()
    let (one, other) = (
      try tier(cluster.servers[0].address()), try tier(cluster.servers[2].address())
    )
    let keys = try keys(60)
    #expect(await answers(of: one, keys).allSatisfy { $0 == .toBeMade })
    #expect(await answers(of: other, keys).allSatisfy { $0 == .madeElsewhere })
    for (number, key) in keys.enumerated() {
      one.put(.ofTests(seed: UInt64(number)), as: key)
    }
    await one.finish()
    let found = await answers(of: other, keys)
    for (number, answer) in found.enumerated() {
      #expect(answer == .thumbnail(.ofTests(seed: UInt64(number))))
    }
    for server in cluster.servers {
      let count = keys.count { cluster.owner(of: slot(of: $0)).port == server.port }
      #expect(count > 5)
      #expect(cluster.tell(server, "dbsize").hasPrefix("\(count)\n"))
    }
    #expect(one.reports.map(\.figures.failureCount) == [0, 0, 0])
    #expect(one.reports.map(\.figures.putCount).reduce(0, +) == 60)
    #expect(one.reports.allSatisfy { $0.text.contains("a node of a cluster") })
    // Known slots cause no further redirections: each key is requested from its own node.
    let moves = cluster.servers.map { statistics(of: $0, in: cluster) }
    #expect(await answers(of: one, keys).allSatisfy { $0 != nil })
    #expect(cluster.servers.map { statistics(of: $0, in: cluster) } == moves)
  }

  /// How many commands a node has refused because another node has the key.
  private func statistics(of server: TierServer, in cluster: RedisCluster) -> String {
    let lines = cluster.tell(server, "info errorstats").split(separator: "\n")
    return lines.first { $0.contains("errorstat_MOVED") }.map(String.init) ?? ""
  }

  @Test func `a lease that another node granted is returned to that node`() async throws {
    let cluster = await RedisCluster()
    let (one, other) = (
      try tier(cluster.servers[0].address()), try tier(cluster.servers[1].address())
    )
    for key in try keys(6) {
      let lookup = try #require(one.patientLook(up: key))
      await eventually { lookup.request.outcome != nil }
      #expect(await answer(of: other, key) == .madeElsewhere)
      lookup.giveBack()
      await eventually { await answer(of: other, key) == .toBeMade }
    }
  }

  @Test func `keys are found while their slot migrates and afterwards`() async throws {
    let cluster = await RedisCluster()
    let (one, other) = (
      try tier(cluster.servers[0].address()), try tier(cluster.servers[1].address())
    )
    let key = try TierKey.numbered(1)
    let slot = slot(of: key)
    let source = cluster.owner(of: slot)
    let target = cluster.servers.first { $0.port != source.port } ?? source
    one.put(.ofTests(), as: key)
    await one.finish()
    let (from, to) = (cluster.name(of: source), cluster.name(of: target))
    cluster.tell(target, "cluster setslot \(slot) importing \(from)")
    cluster.tell(source, "cluster setslot \(slot) migrating \(to)")
    // It is still on the source.
    #expect(await answer(of: other, key) == .thumbnail(.ofTests()))
    let name = String(decoding: key.name, as: UTF8.self)
    let moved = cluster.tell(source, "migrate 127.0.0.1 \(target.port) \(name) 0 1000")
    #expect(moved == "OK\n")
    // It has moved, and the slot is still migrating: the target is asked just for this.
    #expect(await answer(of: other, key) == .thumbnail(.ofTests()))
    other.put(.ofTests(seed: 2), as: key)
    await other.finish()
    #expect(await answer(of: one, key) == .thumbnail(.ofTests(seed: 2)))
    cluster.tell(target, "cluster setslot \(slot) node \(to)")
    cluster.tell(source, "cluster setslot \(slot) node \(to)")
    for tier in [one, other] {
      #expect(await answer(of: tier, key) == .thumbnail(.ofTests(seed: 2)))
      #expect(tier.reports.map(\.figures.failureCount).reduce(0, +) == 0)
    }
  }

  @Test func `a killed node loses its own keys and no others`() async throws {
    let cluster = await RedisCluster()
    let tier = try tier(cluster.servers[1].address())
    let keys = try keys(30)
    for key in keys { tier.put(.ofTests(), as: key) }
    await tier.finish()
    #expect(await answers(of: tier, keys).allSatisfy { $0 == .thumbnail(.ofTests()) })
    let dead = cluster.servers[0]
    dead.process.kill()
    let (lost, kept) = (
      keys.filter { cluster.owner(of: slot(of: $0)).port == dead.port },
      keys.filter { cluster.owner(of: slot(of: $0)).port != dead.port }
    )
    #expect(lost.count > 3 && kept.count > 10)
    // Lookups fail until the node is given up; then no node is asked, not even the others.
    for _ in 0..<4 {
      let answers = await answers(of: tier, lost)
      #expect(answers.allSatisfy { $0 == .failed || $0 == nil })
      #expect(await self.answers(of: tier, kept).allSatisfy { $0 == .thumbnail(.ofTests()) })
    }
    #expect(await answers(of: tier, lost).allSatisfy { $0 == nil })
    #expect(!tier.isResting)
    let asked = cluster.servers[1...].map { statistics(of: $0, in: cluster) }
    #expect(await answers(of: tier, lost).allSatisfy { $0 == nil })
    #expect(cluster.servers[1...].map { statistics(of: $0, in: cluster) } == asked)
    // It is restarted with its slots and without its values.
    let again = await dead.restarted()
    clock.advance(by: .seconds(100))
    await eventually { await answers(of: tier, lost).contains { $0 == .toBeMade } }
    withExtendedLifetime(again) {}
  }

  @Test func `slots of a dead node are learned from the remaining nodes`() async throws {
    let cluster = await RedisCluster()
    let tier = try tier(cluster.servers[0].address())
    let key = try #require(
      try keys(60).first { cluster.owner(of: slot(of: $0)).port == cluster.servers[2].port })
    #expect(await answer(of: tier, key) == .toBeMade)
    cluster.servers[2].process.kill()
    // Lookups fail until the node is given up.
    await eventually { await answer(of: tier, key) == nil }
    let heir = cluster.servers[1]
    for server in cluster.servers.prefix(2) {
      let name = cluster.name(of: heir)
      #expect(cluster.tell(server, "cluster setslot \(slot(of: key)) node \(name)") == "OK\n")
    }
    // The next lookup fails, and the one after it asks other nodes.
    clock.advance(by: .seconds(100))
    #expect(await answer(of: tier, key) == .failed)
    #expect(await answer(of: tier, key) == .toBeMade)
    tier.put(.ofTests(), as: key)
    await tier.finish()
    #expect(await answer(of: tier, key) == .thumbnail(.ofTests()))
  }

  @Test func `other nodes are connected to like the given one: over TLS, with the same user`()
    async throws
  {
    let authority = await CertificateAuthority()
    let certificate = await authority.certificate()
    let cluster = await RedisCluster(
      options: [
        "--tls-ca-cert-file", authority.file, "--user", "team", "on", ">word", "~pc:*", "+get",
        "+set",
        "+hello", "+asking", "+eval",
      ], certificate: certificate, manner: "--tls --cacert \(authority.file)")
    let trust = TLSOptions(file: authority.file)
    let address = cluster.servers[0].address("team:word@", isEncrypted: true)
    let (one, other) = (try tier(address, trust: trust), try tier(address, trust: trust))
    let keys = try keys(12)
    for key in keys { one.put(.ofTests(), as: key) }
    await one.finish()
    #expect(await answers(of: other, keys).allSatisfy { $0 == .thumbnail(.ofTests()) })
    #expect(other.reports.count == 3)
  }

  /// A node of a cluster that names another one for every key.
  private func liar(naming place: String) -> LyingServer {
    LyingServer(
      .says([
        Array("%1\r\n+mode\r\n+cluster\r\n".utf8), Array("-MOVED 1 \(place)\r\n".utf8),
      ]))
  }

  @Test func `redirections to an unreachable node or an invalid host fail`() async throws {
    let port = TierServer.freePort()
    let liar = liar(naming: ":\(port)")
    let tier = try tier("redis://127.0.0.1:\(liar.port),127.0.0.1:\(port)")
    #expect(await answers(of: tier, try keys(8)).allSatisfy { $0 == .failed || $0 == nil })
    let circle = self.liar(naming: "no host at all")
    let other = try self.tier("redis://127.0.0.1:\(circle.port)")
    #expect(await answers(of: other, try keys(3)).allSatisfy { $0 == .failed })
    withExtendedLifetime((liar, circle)) {}
  }

  @Test func `at most 64 nodes of a cluster are connected to`() async throws {
    let (nodes, routes) = (
      try TierAddress("redis://127.0.0.1:1").nodes,
      SlotMap(
        try TierAddress("redis://127.0.0.1:1"), trust: TLSOptions(), timing: TierTiming(),
        clock: clock)
    )
    for number in 0..<300 {
      let request = TierRequest(.get(try .numbered(number)), within: .zero)
      // Each slot is redirected twice, so that some nodes have none left.
      let slot = number / 2
      routes.forward(
        request, to: try #require(TierRedirection("MOVED \(slot) 127.0.0.1:\(1 + number % 250)")),
        from: nodes[0])
    }
    #expect(routes.lines.count == 64)
    #expect(routes.given.map(\.node) == nodes)
  }
}
