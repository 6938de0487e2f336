import Glibc
import Storage
import TestSupport
import Testing

@testable import HTTP

/// What a disk can do wrong.
@Suite(.demanding, .timeLimit(.minutes(10)))
struct DiskTests {
  static func response(
    _ name: String, body: HTTPBody = .bytes(Array("a small body".utf8))
  ) throws -> StoredResponse {
    StoredResponse(
      key: CacheKey(text: "GET http://a.org/\(name)"), status: 200,
      headers: HTTPHeaders([try #require(HTTPHeader("etag", "\"v1\""))]),
      selection: Selection(lines: ["authorization", "cookie"]), requestedAt: 1, receivedAt: 2,
      isPeerPrivate: false, body: body)
  }

  /// A body as a transfer makes it: in a file where it is large.
  private static func body(_ byteCount: Int, in folder: OwnFolder? = nil) throws -> HTTPBody {
    let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    guard byteCount > HTTPBody.inlineLimit else { return .bytes(bytes) }
    let file = try #require(SpoolFile(in: folder))
    #expect(bytes.withUnsafeBytes { file.write($0) })
    return .file(file.finished())
  }

  static func largeResponse(_ name: String, in disk: ResponseDisk) throws -> StoredResponse {
    try response(name, body: body(150_000, in: disk.files.incoming))
  }

  static func disk(_ folder: TemporaryFolder, budget: Int = 100_000_000) throws
    -> ResponseDisk
  {
    try ResponseDisk(folder: folder.name("cache"), budget: budget)
  }

  @Test func `a record is read as it was written`() throws {
    let record = ResponseRecord(try Self.response("x"), bodyChecksum: 7, fileName: "")
    #expect(ResponseRecord(encoded: record.encoded) == record)
  }

  @Test func `no byte of a record can change unnoticed, and none be missing`() throws {
    let bytes = ResponseRecord(try Self.response("x"), bodyChecksum: 7, fileName: "ab").encoded
    for place in bytes.indices {
      for bit in [0, 3, 7] {
        var changed = bytes
        changed[place] ^= 1 << UInt8(bit)
        #expect(ResponseRecord(encoded: changed) == nil)
      }
      #expect(ResponseRecord(encoded: Array(bytes[..<place])) == nil)
    }
    #expect(ResponseRecord(encoded: [UInt8](repeating: 0, count: bytes.count)) == nil)
    #expect(ResponseRecord(encoded: bytes + [0]) == nil)
  }

  @Test func `every byte of an entry in the database may change`() throws {
    let folder = TemporaryFolder()
    let response = try Self.response("x")
    do {
      let disk = try Self.disk(folder)
      try disk.store(response, now: 1)
      try disk.database.shrink()
    }
    let path = folder.name("cache/responses.sqlite")
    let good = folder.bytes(of: "cache/responses.sqlite")
    let digest = Array(response.key.digest.utf8)
    let start = try #require(good.indices.last { good[$0...].starts(with: digest) }) - 12
    let count = 12 + 64 + ResponseRecord(response, bodyChecksum: 0, fileName: "").encoded.count + 12
    for place in start..<min(start + count, good.count) {
      folder.remove(["cache/responses.sqlite-wal", "cache/responses.sqlite-shm"])
      var changed = good
      changed[place] ^= 0x41
      _ = folder.write(changed, as: "cache/responses.sqlite")
      let found = Self.find(response.key, in: folder)
      #expect(found == nil || found == Array("a small body".utf8), "byte \(place) of \(path)")
    }
  }

  /// What a cache finds that bears what a disk does.
  private static func find(_ key: CacheKey, in folder: TemporaryFolder) -> [UInt8]? {
    guard let disk = try? Self.disk(folder), let found = try? disk.response(for: key) else {
      return nil
    }
    return try? found.response.body.contents()
  }

  @Test func `every changed byte of a file is noticed`() throws {
    let folder = TemporaryFolder()
    let disk = try Self.disk(folder)
    for place in stride(from: 0, to: 150_000, by: 1_499) {
      let response = try Self.largeResponse("x", in: disk)
      try disk.store(response, now: 1)
      let name = "cache/bodies/" + (try #require(folder.names(in: "cache/bodies").first))
      var bytes = folder.bytes(of: name)
      bytes[place] ^= 1
      _ = folder.write(bytes, as: name)
      #expect(try disk.response(for: response.key) == nil)
      #expect(folder.names(in: "cache/bodies").isEmpty)
      #expect(try disk.database.usage().count == 0)
    }
  }

  enum Damage: CaseIterable, Sendable {
    case truncated, emptied, zeroed, missing, folder, link, fifo
  }

  @Test(arguments: Damage.allCases)
  func `a file that is another thing is dropped and made anew`(damage: Damage) throws {
    let folder = TemporaryFolder()
    let disk = try Self.disk(folder)
    let response = try Self.largeResponse("x", in: disk)
    try disk.store(response, now: 1)
    let name = "cache/bodies/" + (try #require(folder.names(in: "cache/bodies").first))
    folder.damage(name, damage)
    #expect(try disk.response(for: response.key) == nil)
    #expect(folder.names(in: "cache/bodies").isEmpty)
    try disk.store(try Self.largeResponse("x", in: disk), now: 1)
    #expect(try disk.response(for: response.key)?.response.body.byteCount == 150_000)
  }

  @Test func `a name that leads out of the folder is not followed`() throws {
    let folder = TemporaryFolder()
    let disk = try Self.disk(folder)
    _ = folder.write([1, 2, 3], as: "secret")
    for name in ["../../secret", "/etc/passwd", "..", "a/b", ""] {
      #expect(disk.files.open(name, byteCount: 3) == nil)
      disk.files.remove([name])
    }
    #expect(folder.names(in: ".").contains("secret"))
  }

  @Test func `the least recently used goes first, and a huge one is not kept`() throws {
    let folder = TemporaryFolder()
    let disk = try Self.disk(folder, budget: 200_000)
    for number in 0..<30 {
      try disk.store(try Self.response("\(number)", body: Self.body(9_000)), now: number)
      while try disk.database.usage().byteCount > 200_000, try disk.trim(to: 180_000) {}
      guard let first = try disk.response(for: CacheKey(text: "GET http://a.org/0")) else {
        continue
      }
      try disk.database.touch([first.id: number])
    }
    #expect(try disk.database.usage().byteCount <= 200_000)
    let kept = try (0..<30).filter { number in
      try disk.response(for: CacheKey(text: "GET http://a.org/\(number)")) != nil
    }
    #expect(kept.contains(0) && kept.contains(29) && !kept.contains(1))
    try disk.store(try Self.response("29", body: Self.body(21_000)), now: 40)
    #expect(try disk.response(for: CacheKey(text: "GET http://a.org/29")) == nil)
  }

  @Test(arguments: [(0, 10), (1, 9), (25_000, 7), (1_000_000, 0)])
  func `no more goes than has to`(excess: Int, left: Int) throws {
    let folder = TemporaryFolder()
    let disk = try Self.disk(folder)
    for number in 0..<10 {
      try disk.store(try Self.response("\(number)", body: Self.body(9_000)), now: number)
    }
    let limit = try disk.database.usage().byteCount - excess
    while try disk.trim(to: limit) {}
    #expect(try disk.database.usage().count == left)
  }

  @Test func `the totals are right after everything`() throws {
    let folder = TemporaryFolder()
    let disk = try Self.disk(folder)
    for number in 0..<20 { try disk.store(try Self.response("\(number % 7)"), now: number) }
    try disk.remove(CacheKey(text: "GET http://a.org/3"))
    #expect(try disk.database.usage().count == 6)
    while try disk.trim(to: 0) {}
    #expect(try disk.database.usage() == (0, 0))
  }

  @Test func `what killed programs left is swept, what others write is not`() throws {
    let folder = TemporaryFolder()
    let disk = try Self.disk(folder)
    try disk.store(try Self.largeResponse("x", in: disk), now: 1)
    let coming = try Self.largeResponse("y", in: disk)
    let body = String(repeating: "ab", count: 32) + "-1f"
    _ = folder.write([1], as: "cache/incoming/1-0123456789abcdef")
    _ = folder.write([1], as: "cache/bodies/\(body)")
    #expect(try disk.sweep() == 2)
    #expect(folder.names(in: "cache/incoming").count == 1)
    #expect(folder.names(in: "cache/bodies").count == 1)
    try disk.store(coming, now: 1)
    #expect(try disk.response(for: coming.key) != nil)
  }

  @Test(arguments: ["nothing at all", "SQLite format 3\0" + String(repeating: "x", count: 5_000)])
  func `a damaged database is made anew`(content: String) throws {
    let folder = TemporaryFolder()
    folder.folder("cache")
    _ = folder.write(Array(content.utf8), as: "cache/responses.sqlite")
    let disk = try Self.disk(folder)
    try disk.store(try Self.response("x"), now: 1)
    #expect(try disk.response(for: CacheKey(text: "GET http://a.org/x")) != nil)
  }
}

extension TemporaryFolder {
  func remove(_ names: [String]) {
    for name in names { unlink(self.name(name)) }
  }

  fileprivate func damage(_ file: String, _ damage: DiskTests.Damage) {
    let size = bytes(of: file).count
    unlink(name(file))
    switch damage {
    case .truncated: _ = write([UInt8](repeating: 7, count: size - 1), as: file)
    case .emptied: _ = write([], as: file)
    case .zeroed: _ = write([UInt8](repeating: 0, count: size), as: file)
    case .missing: break
    case .folder: folder(file)
    case .link: link(file, to: "/etc/passwd")
    case .fifo: mkfifo(name(file), 0o600)
    }
  }
}
