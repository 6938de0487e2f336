import Glibc
import Storage
import TestSupport
import Testing

@testable import HTTP

/// Damaged entries, and which of them are evicted.
@Suite(.integration, .timeLimit(.minutes(30)))
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

  /// A body as a transfer makes it: in a file if it is large.
  private static func body(_ byteCount: Int, in folder: PrivateDirectory? = nil) throws -> HTTPBody
  {
    let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    guard byteCount > HTTPBody.inlineLimit else { return .bytes(bytes) }
    let file = try #require(SpoolFile(in: folder))
    #expect(bytes.withUnsafeBytes { file.write($0) })
    return .file(file.finished())
  }

  static func largeResponse(_ name: String, in disk: ResponseDisk) throws -> StoredResponse {
    try response(name, body: body(1_200_000, in: disk.files.incoming))
  }

  static func disk(_ folder: TemporaryFolder, budget: Int = 100_000_000) throws
    -> ResponseDisk
  {
    try .open(folder.name("cache"), budget: budget)
  }

  @Test func `a response is read as it was written`() throws {
    let folder = TemporaryFolder()
    let disk = try Self.disk(folder)
    let lines = [("etag", "\"v1\""), ("x-a", "b: c"), ("x-a", ""), ("set-cookie", "secret")]
    var headers = try lines.map { try #require(HTTPHeader($0, $1)) }
    headers.append(try #require(HTTPHeader(name: "x-bytes", value: [0xFF, 0x3A, 0x80])))
    let response = StoredResponse(
      key: CacheKey(text: "GET http://a.org/\u{E9}"), status: 203, headers: HTTPHeaders(headers),
      selection: Selection(lines: ["authorization", "cookie 01ab"]), requestedAt: -1,
      receivedAt: .max, isPeerPrivate: true, body: .bytes([]))
    try disk.store(response, now: 1)
    let found = try #require(try disk.response(for: response.key, now: 1))
    #expect(found.key == response.key && found.status == 203 && found.isPeerPrivate)
    #expect(found.headers.lines == headers.filter { $0.name != "set-cookie" })
    #expect(found.selection == response.selection)
    #expect(found.requestedAt == -1 && found.receivedAt == .max)
    #expect(try found.body.read() == [])
  }

  @Test(
    arguments: [
      "status", "requested", "received", "private", "length", "body_checksum", "checksum",
    ])
  func `a changed number in a row is detected`(column: String) throws {
    for bit in [0, 3, 62] {
      try checkThatIsNoticed("\(column) = (\(column) | \(1 << bit)) - (\(column) & \(1 << bit))")
    }
  }

  @Test(arguments: ["request", "selection", "headers", "body"])
  func `a changed or missing byte in a row is detected`(column: String) throws {
    let count = try checkThatIsNoticed("\(column) = substr(\(column), 2)", measuring: column)
    for place in 1...count {
      let type = column == "headers" || column == "body" ? "BLOB" : "TEXT"
      let changed = "substr(\(column), 1, \(place - 1)) || '~' || substr(\(column), \(place + 1))"
      try checkThatIsNoticed("\(column) = CAST(\(changed) AS \(type))")
      let cut = "substr(\(column), 1, \(place - 1))"
      try checkThatIsNoticed("\(column) = \(cut)")
    }
    for wrong in ["zeroblob(30)", "x''"] where column == "headers" || column == "body" {
      try checkThatIsNoticed("\(column) = \(wrong)")
    }
  }

  /// Stores a response, changes its row, and checks that it is dropped.
  /// - Returns: The length of a column.
  @discardableResult
  private func checkThatIsNoticed(
    _ change: String, measuring column: String = "request",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Int {
    let folder = TemporaryFolder()
    let disk = try Self.disk(folder)
    try disk.store(try Self.response("x"), now: 1)
    let other = try SQLiteConnection.open(folder.name("cache/responses.sqlite"), patience: 0)
    let count = try other.prepare("SELECT length(\(column)) FROM response").first { $0.integer(0) }
    try other.execute("UPDATE response SET \(change)")
    let found = try disk.check(after: 0)
    #expect(found?.isWhole == false, "\(change)", sourceLocation: sourceLocation)
    #expect(try disk.usage() == (0, 0), sourceLocation: sourceLocation)
    return Int(try #require(count ?? nil))
  }

  @Test func `a database that another program is creating is opened by a later call`()
    async throws
  {
    let folder = TemporaryFolder()
    folder.folder("cache")
    let other = try SQLiteConnection.open(folder.name("cache/responses.sqlite"), patience: 0)
    try other.execute("BEGIN EXCLUSIVE; CREATE TABLE unfinished (id)")
    let cache = ResponseCache(folder: folder.name("cache"))
    let (early, late) = (try Self.response("early"), try Self.response("late"))
    await cache.store(early)
    try other.execute("ROLLBACK")
    await cache.store(late)
    #expect(await cache.notice == nil)
    let second = ResponseCache(folder: folder.name("cache"))
    #expect(await second.response(for: early.key) == nil)
    #expect(await second.response(for: late.key) != nil)
  }

  @Test func `a changed byte of the database file gives the original body or none`() throws {
    let folder = TemporaryFolder()
    let response = try Self.response("x")
    do {
      let disk = try Self.disk(folder)
      try disk.store(response, now: 1)
      try disk.shrink()
    }
    let path = folder.name("cache/responses.sqlite")
    let good = folder.bytes(of: "cache/responses.sqlite")
    let (key, body) = (Array(response.key.text.utf8), Array("a small body".utf8))
    let end = try #require(good.indices.last { good[$0...].starts(with: body) }) + body.count
    let start = try #require(good[..<end].indices.last { good[$0...].starts(with: key) }) - 40
    for place in start..<min(end + 12, good.count) {
      folder.remove(["cache/responses.sqlite-wal", "cache/responses.sqlite-shm"])
      var changed = good
      changed[place] ^= 0x41
      _ = folder.write(changed, as: "cache/responses.sqlite")
      let found = Self.find(response.key, in: folder)
      #expect(found == nil || found == body, "byte \(place) of \(path)")
    }
  }

  /// The body that is found; nil after any error.
  private static func find(_ key: CacheKey, in folder: TemporaryFolder) -> [UInt8]? {
    guard let disk = try? Self.disk(folder), let found = try? disk.response(for: key, now: 1) else {
      return nil
    }
    return try? found.body.read()
  }

  @Test func `a changed byte of a body file is detected`() throws {
    let folder = TemporaryFolder()
    let disk = try Self.disk(folder)
    for place in stride(from: 0, to: 1_200_000, by: 11_999) {
      let response = try Self.largeResponse("x", in: disk)
      try disk.store(response, now: 1)
      let name = "cache/bodies/" + (try #require(folder.names(in: "cache/bodies").first))
      var bytes = folder.bytes(of: name)
      bytes[place] ^= 1
      _ = folder.write(bytes, as: name)
      #expect(try disk.response(for: response.key, now: 1) == nil)
      #expect(folder.names(in: "cache/bodies").isEmpty)
      #expect(try disk.usage().count == 0)
    }
  }

  enum Damage: CaseIterable, Sendable {
    case truncated, emptied, zeroed, missing, folder, link, fifo
  }

  @Test(arguments: Damage.allCases)
  func `a damaged, missing or special body file is dropped and can be stored again`(damage: Damage)
    throws
  {
    let folder = TemporaryFolder()
    let disk = try Self.disk(folder)
    let response = try Self.largeResponse("x", in: disk)
    try disk.store(response, now: 1)
    let name = "cache/bodies/" + (try #require(folder.names(in: "cache/bodies").first))
    folder.damage(name, damage)
    #expect(try disk.response(for: response.key, now: 1) == nil)
    #expect(folder.names(in: "cache/bodies").isEmpty)
    try disk.store(try Self.largeResponse("x", in: disk), now: 1)
    #expect(try disk.response(for: response.key, now: 1)?.body.byteCount == 1_200_000)
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

  @Test func `the least recently used response is evicted, and a huge one is not stored`() throws {
    let folder = TemporaryFolder()
    let disk = try Self.disk(folder, budget: 200_000)
    for number in 0..<30 {
      let now = number * 3_601
      try disk.store(try Self.response("\(number)", body: Self.body(9_000)), now: now)
      while try disk.usage().byteCount > 200_000, try disk.trim(to: 180_000) {}
      _ = try disk.response(for: CacheKey(text: "GET http://a.org/0"), now: now)
    }
    #expect(try disk.usage().byteCount <= 200_000)
    let kept = try (0..<30).filter { number in
      try disk.response(for: CacheKey(text: "GET http://a.org/\(number)"), now: 1) != nil
    }
    #expect(kept.contains(0) && kept.contains(29) && !kept.contains(1))
    try disk.store(try Self.response("29", body: Self.body(21_000)), now: 40)
    #expect(try disk.response(for: CacheKey(text: "GET http://a.org/29"), now: 1) == nil)
  }

  @Test(arguments: [(0, 10), (1, 9), (25_000, 7), (1_000_000, 0)])
  func `trim evicts no more than needed`(excess: Int, left: Int) throws {
    let folder = TemporaryFolder()
    let disk = try Self.disk(folder)
    for number in 0..<10 {
      try disk.store(try Self.response("\(number)", body: Self.body(9_000)), now: number)
    }
    let limit = try disk.usage().byteCount - excess
    while try disk.trim(to: limit) {}
    #expect(try disk.usage().count == left)
  }

  @Test func `totals are right after storing, replacing, removing and trimming`() throws {
    let folder = TemporaryFolder()
    let disk = try Self.disk(folder)
    for number in 0..<20 { try disk.store(try Self.response("\(number % 7)"), now: number) }
    try disk.remove(CacheKey(text: "GET http://a.org/3"))
    #expect(try disk.usage().count == 6)
    while try disk.trim(to: 0) {}
    #expect(try disk.usage() == (0, 0))
  }

  @Test func `sweep removes files left by killed programs, not files being written`() throws {
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
    #expect(try disk.response(for: coming.key, now: 1) != nil)
  }

  @Test(arguments: ["nothing at all", "SQLite format 3\0" + String(repeating: "x", count: 5_000)])
  func `a damaged database is replaced`(content: String) throws {
    let folder = TemporaryFolder()
    folder.folder("cache")
    _ = folder.write(Array(content.utf8), as: "cache/responses.sqlite")
    let disk = try Self.disk(folder)
    try disk.store(try Self.response("x"), now: 1)
    #expect(try disk.response(for: CacheKey(text: "GET http://a.org/x"), now: 1) != nil)
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
