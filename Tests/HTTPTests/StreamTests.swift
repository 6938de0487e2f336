import Base
import Glibc
import HTTP
import TestSupport
import Testing

/// Many files over one connection, as HTTP/2 allows it: RFC 9113.
@Suite(.integration, .timeLimit(.minutes(30)), .enabled(if: StreamServer.exists))
struct StreamTests {
  private let authority: CertificateAuthority

  init() async {
    authority = await CertificateAuthority()
  }

  /// A server with files of given sizes, and a client that trusts it.
  private func open(_ pictures: [String: Int]) async -> (server: StreamServer, stage: Stage) {
    let folder = TemporaryFolder()
    for (name, byteCount) in pictures {
      folder.file(name)
      truncate(folder.name(name), byteCount)
    }
    let server = await StreamServer(await authority.certificate(), folder: folder)
    return (server, Stage(trust: ["SSL_CERT_FILE": authority.file]))
  }

  @Test func `twenty-four files are loaded over one connection`() async throws {
    let names = (1...24).map { "\($0).jpg" }
    let pictures = Dictionary(uniqueKeysWithValues: names.map { ($0, 1_000) })
    let (server, stage) = await open(pictures)
    let sizes: [Int] = try await withThrowingTaskGroup { group in
      for name in names {
        group.addTask { try await stage.load(server.address("/\(name)")).body.byteCount }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sizes == Array(repeating: 1_000, count: 24))
    let (connections, requests) = await server.end()
    #expect(connections == 1)
    #expect(requests == 24)
  }

  @Test func `a cancelled stream leaves the others and the connection`() async throws {
    let (server, stage) = await open(["endless": 4_000_000_000, "large": 8_000_000])
    let endless = HTTPRequest(
      try WebAddress(server.address("/endless")), byteLimit: 8_000_000_000)
    let large = HTTPRequest(try WebAddress(server.address("/large")))
    let (hasBegun, isBeside) = (Promise<Void>(), Promise<Void>())
    let cancelled = Task {
      try await stage.client.load(endless) { _ in hasBegun.fulfil(()) }
    }
    await hasBegun.value()
    async let loaded = stage.client.load(large) { _ in isBeside.fulfil(()) }
    await isBeside.value()
    cancelled.cancel()
    await #expect(throws: NetworkError.cancelled) { try await cancelled.value }
    #expect(try await loaded.body.byteCount == 8_000_000)
    try await stage.load(server.address("/large"), caching: .reload)
    let (connections, requests) = await server.end()
    #expect(connections == 1)
    #expect(requests == 3)
  }
}
