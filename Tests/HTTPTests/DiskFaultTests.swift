import ExpiringCache
import Glibc
import Storage
import TestServer
import TestSupport
import Testing

@testable import HTTP

/// After any disk fault loading continues, with one notice.
@Suite(.integration, .timeLimit(.minutes(30)))
struct DiskFaultTests {
  private static func server() -> TestServer {
    TestServer { request, connection in
      let size = request.path.hasPrefix("/large") ? 1_200_000 : 20_000
      connection.answer(
        "200 OK", ["Cache-Control: max-age=60"], body: [UInt8](repeating: 7, count: size))
    }
  }

  private func loadMany(_ stage: Stage, from server: TestServer) async throws {
    for number in 0..<30 {
      let small = try await stage.load(server.address("/small\(number)"))
      let large = try await stage.load(server.address("/large\(number)"))
      #expect(small.body.byteCount == 20_000)
      #expect(try large.body.read() == [UInt8](repeating: 7, count: 1_200_000))
      await stage.isQuiet()
    }
  }

  @Test(.enabled(if: SmallDisk.isPossible, "this user may not mount a file system"))
  func `a full disk leaves the memory cache and gives one notice`() async throws {
    let disk = try #require(SmallDisk(kilobytes: 256))
    let server = Self.server()
    let stage = Stage(cacheFolder: disk.folder.name("cache"))
    try await loadMany(stage, from: server)
    #expect(stage.notices.all == [CacheNotice("web responses are", .unusable(errno: ENOSPC))])
    #expect(try await stage.load(server.address("/small29")).origin == .memory)
    #expect(await stage.cache.notice?.errno == ENOSPC)
    #expect(await stage.cache.verify().broken == 0)
    #expect(disk.folder.names(in: "cache/incoming").isEmpty)
  }

  @Test(.enabled(if: FailingDisk.isPossible, "this user may not mount a file system"))
  func `a cache on a disk that turned read-only is still read`() async throws {
    let disk = try #require(FailingDisk())
    let server = Self.server()
    let stage = Stage(cacheFolder: disk.folder.name("cache"), memoryBudget: 0)
    for path in ["/small0", "/large0"] { try await stage.load(server.address(path)) }
    await stage.isQuiet()
    #expect(disk.fail())
    try await loadMany(stage, from: server)
    // SQLite reports nothing more specific.
    #expect(stage.notices.all == [CacheNotice("web responses are", .unusable(errno: EIO))])
    #expect(["/small0", "/large0"].map(server.count) == [1, 1])
  }

  @Test(.enabled(if: SmallDisk.isPossible, "this user may not mount a file system"))
  func `a cache on a read-only disk is read`() async throws {
    let disk = try #require(SmallDisk(kilobytes: 4_096))
    let server = Self.server()
    let folder = disk.folder.name("cache")
    do {
      let stage = Stage(cacheFolder: folder)
      for path in ["/small1", "/large1"] { try await stage.load(server.address(path)) }
      await stage.isQuiet()
    }
    // The cache that wrote is closed on its own thread, and the disk refuses until then.
    await eventually { disk.forbidWriting() }
    for isOffline in [false, true] {
      let stage = Stage(cacheFolder: folder, isOffline: isOffline)
      #expect(try await stage.load(server.address("/small1")).origin == .disk)
      #expect(try await stage.load(server.address("/large1")).body.read().count == 1_200_000)
      #expect(await stage.cache.usage().count == 2)
      #expect(await stage.cache.readingTrouble == nil)
      #expect(stage.notices.all == [CacheNotice("web responses are", .unusable(errno: EROFS))])
      let found = await stage.cache.verify()
      #expect((found.checked, found.broken, found.stray) == (2, 0, 0))
    }
    #expect(server.asked.count == 2)
  }

  @Test(.enabled(if: FailingDisk.isPossible, "this user may not mount a file system"))
  func `a cache with a journal on a read-only disk is read`() async throws {
    let disk = try #require(FailingDisk())
    let folder = disk.folder.name("cache")
    let writer = ResponseCache(folder: folder)
    let key = CacheKey(text: "GET http://a.org/x")
    await writer.store(
      StoredResponse(
        key: key, status: 200, headers: HTTPHeaders(), selection: Selection(lines: []),
        requestedAt: 1, receivedAt: 2, isPeerPrivate: false, body: .bytes([1, 2, 3])))
    #expect(disk.fail())
    let reader = ResponseCache(folder: folder)
    #expect(await reader.response(for: key)?.body.byteCount == 3)
    await writer.open()
  }

  @Test(.enabled(if: SmallDisk.isPossible, "this user may not mount a file system"))
  func `a damaged cache on a read-only disk stays as it is`() async throws {
    let disk = try #require(SmallDisk(kilobytes: 4_096))
    disk.folder.folder("cache")
    let bytes = Array("no database at all".utf8)
    _ = disk.folder.write(bytes, as: "cache/responses.sqlite")
    #expect(disk.forbidWriting())
    let stage = Stage(cacheFolder: disk.folder.name("cache"))
    #expect(await stage.cache.usage().count == 0)
    #expect(stage.notices.all == [CacheNotice("web responses are", .unusable(errno: EROFS))])
    #expect(disk.folder.bytes(of: "cache/responses.sqlite") == bytes)
  }

  @Test func `with a file in place of its folder the cache uses memory only`() async throws {
    let folder = TemporaryFolder()
    folder.file("cache")
    let server = Self.server()
    let stage = Stage(cacheFolder: folder.name("cache"))
    try await loadMany(stage, from: server)
    #expect(stage.notices.all == [CacheNotice("web responses are", .unusable(errno: ENOTDIR))])
    #expect(try await stage.load(server.address("/small29")).origin == .memory)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
  func `another user's folder is not used`() async throws {
    let folder = TemporaryFolder()
    folder.folder("cache")
    #expect(chown(folder.name("cache"), 65_534, 65_534) == 0)
    let server = Self.server()
    let stage = Stage(cacheFolder: folder.name("cache"))
    try await loadMany(stage, from: server)
    #expect(stage.notices.all == [CacheNotice("web responses are", .unusable(errno: EACCES))])
    #expect(folder.names(in: "cache").isEmpty)
  }

  @Test func `a folder that was moved away is created again`() async throws {
    let folder = TemporaryFolder()
    let server = Self.server()
    let stage = Stage(cacheFolder: folder.name("cache"))
    try await loadMany(stage, from: server)
    #expect(rename(folder.name("cache"), folder.name("elsewhere")) == 0)
    try await loadMany(stage, from: Self.server())
    #expect(stage.notices.all.isEmpty)
    #expect(folder.names(in: "cache/bodies").count > 25)
    #expect(await stage.cache.verify().broken == 0)
  }

  @Test func `without a folder responses are cached in memory`() async throws {
    let cache = ResponseCache(folder: nil)
    let response = StoredResponse(
      key: CacheKey(text: "GET x"), status: 200, headers: HTTPHeaders(),
      selection: Selection(lines: []), requestedAt: 0, receivedAt: 0, isPeerPrivate: false,
      body: .bytes([1]))
    await cache.store(response)
    #expect(cache.remembered(response.key)?.status == 200)
    #expect(await cache.response(for: response.key) == nil)
    #expect(cache.memory.usage.count == 1)
    await cache.clear()
    #expect(cache.remembered(response.key) == nil)
  }

  @Test func `clear() and prune() return how many entries they removed`() async throws {
    let server = Self.server()
    let stage = Stage()
    try await loadMany(stage, from: server)
    #expect(await stage.cache.usage().count == 60)
    #expect(await stage.cache.prune().count == 0)
    let tight = Stage(folder: stage.folder, budget: 15_000_000)
    #expect(await tight.cache.prune().count > 20)
    #expect(await tight.cache.clear().count > 10)
    #expect(await stage.cache.usage() == CacheUsage(cost: 0, count: 0))
    #expect(stage.folder.names(in: "cache/bodies").isEmpty)
  }
}
