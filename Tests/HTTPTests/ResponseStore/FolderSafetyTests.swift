import Glibc
import Storage
import TestSupport
import Testing

@testable import HTTP

/// The cache removes and changes only its own files, whatever else its folder contains.
@Suite(.integration, .timeLimit(.minutes(30)))
struct FolderSafetyTests {
  let folder = TemporaryFolder()
  private let names = [
    "thesis.txt", ".profile", "2024-11", "1-2", "12345", "IMG_1.jpg", "-", "a-",
    "0-0123456789ABCDEF",
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", "1-0123456789abcdef.bak",
  ]

  init() {
    folder.folder("cache")
    folder.folder("mine")
    folder.folder("mine/-sub")
    for name in names { folder.file("mine/\(name)") }
  }

  private func mode(_ name: String) -> UInt32 {
    var status = stat()
    return lstat(folder.name(name), &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  /// Every operation on a cache, one after the other.
  private func use(_ cache: ResponseCache) async throws {
    await cache.open()
    await cache.store(try DiskTests.response("x"))
    _ = await cache.response(for: CacheKey(text: "GET http://a.org/x"))
    _ = await cache.usage()
    _ = await cache.verify()
    await cache.prune()
    await cache.clear()
  }

  private func notices(ofUsing path: String) async throws -> [CacheNotice] {
    let notices = Recorder<CacheNotice>()
    try await use(ResponseCache(folder: path) { notices.add($0) })
    return notices.all
  }

  @Test(arguments: ["bodies", "incoming", "responses.sqlite"], [false, true])
  func `a link in the folder is not followed`(name: String, wasUsed: Bool) async throws {
    if wasUsed { try await use(ResponseCache(folder: folder.name("cache"))) }
    chmod(folder.name("mine"), 0o755)
    rename(folder.name("cache/\(name)"), folder.name("old"))
    let isFile = name == "responses.sqlite"
    folder.link("cache/\(name)", to: folder.name(isFile ? "mine/thesis.txt" : "mine"))
    let before = folder.names(in: "mine").sorted()
    #expect(
      try await notices(ofUsing: folder.name("cache")) == [
        CacheNotice("web responses are", .unusable(errno: ELOOP))
      ])
    #expect(folder.names(in: "mine").sorted() == before)
    #expect(mode("mine") == 0o755)
  }

  @Test(arguments: ["bodies", "incoming"])
  func `files with other names are left in place`(name: String) async throws {
    rename(folder.name("mine"), folder.name("cache/\(name)"))
    chmod(folder.name("cache/\(name)"), 0o700)
    let before = folder.names(in: "cache/\(name)").sorted()
    #expect(try await notices(ofUsing: folder.name("cache")).isEmpty)
    #expect(folder.names(in: "cache/\(name)").sorted() == before)
  }

  @Test(arguments: ["cache", "cache/bodies", "cache/incoming"], [0o770, 0o707] as [UInt32])
  func `a folder that others may write to is not used`(name: String, mode: UInt32) async throws {
    if name != "cache" { folder.folder(name) }
    chmod(folder.name(name), mode)
    #expect(
      try await notices(ofUsing: folder.name("cache")) == [
        CacheNotice("web responses are", .unusable(errno: EPERM))
      ])
    #expect(self.mode(name) == mode)
    #expect(!folder.names(in: "cache").contains("responses.sqlite"))
  }

  @Test func `the folder itself may be a link`() async throws {
    rename(folder.name("cache"), folder.name("elsewhere"))
    folder.link("cache", to: folder.name("elsewhere"))
    #expect(try await notices(ofUsing: folder.name("cache")).isEmpty)
    #expect(folder.names(in: "elsewhere").contains("responses.sqlite"))
  }

  @Test func `new files are private to the user, and an existing folder keeps its mode`() throws {
    chmod(folder.name("cache"), 0o755)
    let disk = try DiskTests.disk(folder)
    try disk.store(try DiskTests.response("x"), now: 1)
    #expect(mode("cache") == 0o755)
    #expect(mode("cache/bodies") == 0o700)
    #expect(mode("cache/incoming") == 0o700)
    for suffix in ["", "-wal", "-shm"] { #expect(mode("cache/responses.sqlite\(suffix)") == 0o600) }
  }

  @Test func `a database that others could read is made private`() throws {
    _ = try DiskTests.disk(folder)
    chmod(folder.name("cache/responses.sqlite"), 0o644)
    let disk = try DiskTests.disk(folder)
    #expect(mode("cache/responses.sqlite") == 0o600)
    try disk.store(try DiskTests.response("x"), now: 1)
  }

  @Test func `a database with a second hard link keeps its mode`() throws {
    _ = try DiskTests.disk(folder)
    #expect(link(folder.name("cache/responses.sqlite"), folder.name("mine/second")) == 0)
    chmod(folder.name("mine/second"), 0o644)
    _ = try DiskTests.disk(folder)
    #expect(mode("mine/second") == 0o644)
  }
}
