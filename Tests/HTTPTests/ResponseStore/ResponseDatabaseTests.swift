import Glibc
import Storage
import TestSupport
import Testing

@testable import HTTP

/// Databases of the response cache that other versions wrote, or that are damaged.
@Suite(.integration, .timeLimit(.minutes(30)))
struct ResponseDatabaseTests {
  let folder = TemporaryFolder()

  private var path: String { folder.name("cache/responses.sqlite") }

  /// Version 3 as files on disks have it; a version that reads something else needs another number.
  private static let tables = """
    CREATE TABLE response (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      -- Seconds since 1970.
      used INTEGER NOT NULL,
      -- The method and the address.
      request TEXT NOT NULL UNIQUE,
      status INTEGER NOT NULL,
      -- When it was asked for or confirmed, and when the answer was there: seconds since 1970.
      requested INTEGER NOT NULL, received INTEGER NOT NULL,
      -- Whether it came from a private network.
      private INTEGER NOT NULL,
      -- The lines of the request that it depends on, with the SHA-256 of their values.
      selection TEXT NOT NULL,
      -- Lines, which need not be UTF-8.
      headers BLOB NOT NULL,
      -- The bytes of the body, and of all.
      length INTEGER NOT NULL, bytes INTEGER NOT NULL,
      -- XXH64 of the body, and of the other facts.
      body_checksum INTEGER NOT NULL, checksum INTEGER NOT NULL,
      -- The name in bodies/; empty where the body is here.
      file TEXT NOT NULL, body BLOB) STRICT;
    CREATE INDEX response_used ON response (used, id);
    CREATE INDEX response_file ON response (file) WHERE file <> '';
    CREATE TABLE total (entries INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT;
    INSERT INTO total VALUES (0, 0);
    CREATE TRIGGER response_added AFTER INSERT ON response BEGIN
      UPDATE total SET entries = entries + 1, bytes = bytes + new.bytes; END;
    CREATE TRIGGER response_changed AFTER UPDATE OF bytes ON response BEGIN
      UPDATE total SET bytes = bytes + new.bytes - old.bytes; END;
    CREATE TRIGGER response_removed AFTER DELETE ON response BEGIN
      UPDATE total SET entries = entries - 1, bytes = bytes - old.bytes; END;
    CREATE VIEW responses AS
      SELECT id, datetime(used, 'unixepoch') AS used, request, status,
        datetime(requested, 'unixepoch') AS requested,
        datetime(received, 'unixepoch') AS received, length, file,
        CAST(headers AS TEXT) AS headers
      FROM response;
    PRAGMA user_version = 3;
    """

  /// The same tables without a type or a rule.
  private static let looseTables = """
    CREATE TABLE response (id, used, request, status, requested, received, private, selection,
      headers, length, bytes, body_checksum, checksum, file, body);
    CREATE TABLE total (entries, bytes); INSERT INTO total VALUES (1, 1);
    PRAGMA user_version = 3;
    """

  /// A row as files on disks have it.
  private static let row = """
    7, 5, 'GET http://a.org/x', 200, 1, 2, 0, 'authorization
    cookie', x'657461673A20227631220A', 12, 41, -5540822398838401914, 5550139320070655212, '', x'6120736D616C6C20626F6479'
    """

  init() {
    folder.folder("cache")
  }

  private func write(_ sql: String) throws {
    try SQLiteConnection.open(path, patience: 0).execute(sql)
  }

  private func disk() throws -> ResponseDisk {
    try DiskTests.disk(folder)
  }

  /// What a call throws; nil where it throws nothing.
  private func fault(_ body: () throws -> Void) -> CacheError? {
    do {
      try body()
      return nil
    } catch {
      return CacheError(error)
    }
  }

  @Test func `tables of version 3 are read and added to`() throws {
    try write(Self.tables)
    try write("INSERT INTO response VALUES (\(Self.row))")
    let disk = try disk()
    let key = CacheKey(text: "GET http://a.org/x")
    let response = try #require(try disk.response(for: key, now: 5))
    let expected = try DiskTests.response("x")
    #expect(try disk.check(after: 6)?.id == 7)
    #expect(response.status == 200 && response.headers == expected.headers)
    #expect(response.selection == expected.selection)
    #expect((response.requestedAt, response.receivedAt) == (1, 2) && !response.isPeerPrivate)
    #expect(try response.body.read() == Array("a small body".utf8))
    try disk.store(try DiskTests.response("y"), now: 6)
    #expect(try disk.usage() == (2, 82))
  }

  @Test func `a response is written in the format of version 3`() throws {
    try disk().store(try DiskTests.response("x"), now: 5)
    let connection = try SQLiteConnection.open(path, patience: 0)
    try connection.execute("UPDATE response SET id = 7")
    let same = try connection.prepare(
      "SELECT count(*) FROM (SELECT * FROM response INTERSECT VALUES (\(Self.row)))")
    #expect(try same.first { $0.integer(0) } == 1)
  }

  @Test func `new tables equal those of version 3`() throws {
    _ = try disk()
    let made = try schema()
    folder.remove(["cache/responses.sqlite", "cache/responses.sqlite-wal"])
    try write(Self.tables)
    #expect(try schema() == made)
    #expect(made.count == 9)
  }

  @Test func `the view shows the stored responses`() throws {
    try disk().store(try DiskTests.response("x"), now: 86_400)
    let line = try SQLiteConnection.open(path, patience: 0)
      .prepare("SELECT used || '|' || request || '|' || status || '|' || headers FROM responses")
      .first { $0.text(0) }
    #expect(line == "1970-01-02 00:00:00|GET http://a.org/x|200|etag: \"v1\"\n")
  }

  private func schema() throws -> [String] {
    var lines: [String] = []
    let connection = try SQLiteConnection.open(path, patience: 0)
    let sql = "SELECT name || ': ' || sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
    try connection.prepare(sql).run { lines.append($0.text(0) ?? "") }
    return lines
  }

  @Test func `the database has a write-ahead log, for readers during a write`() throws {
    _ = try disk()
    let connection = try SQLiteConnection.open(path, patience: 0)
    #expect(try connection.prepare("PRAGMA journal_mode").first { $0.text(0) } == "wal")
  }

  @Test(arguments: [
    "PRAGMA user_version = 1", "PRAGMA user_version = 4",
    "CREATE TABLE response (a); PRAGMA user_version = 1",
  ])
  func `tables of another version are replaced`(sql: String) throws {
    try write(sql)
    let disk = try disk()
    try disk.store(try DiskTests.response("x"), now: 6)
    #expect(try disk.usage() == (1, 41))
  }

  @Test func `the body files of version 2 are removed with its tables`() throws {
    let body = String(repeating: "ab", count: 32) + "-1f"
    try write(
      """
      CREATE TABLE response (
        id INTEGER PRIMARY KEY AUTOINCREMENT, digest TEXT NOT NULL UNIQUE, record BLOB NOT NULL,
        body BLOB, file TEXT NOT NULL, bytes INTEGER NOT NULL, used INTEGER NOT NULL);
      INSERT INTO response VALUES (7, 'ab', x'0102', NULL, '\(body)', 30, 5);
      PRAGMA user_version = 2
      """)
    folder.folder("cache/bodies")
    folder.file("cache/bodies/\(body)")
    #expect(try disk().usage() == (0, 0))
    #expect(folder.names(in: "cache/bodies").isEmpty)
  }

  @Test(arguments: [
    "", "CREATE TABLE response (a); CREATE TABLE total (entries, bytes)",
    "CREATE VIEW response AS SELECT 1 AS id; CREATE TABLE total (entries, bytes)",
  ])
  func `other tables of the same version are refused and left in place`(sql: String) async throws {
    try write("PRAGMA user_version = 3; \(sql)")
    let bytes = folder.bytes(of: "cache/responses.sqlite")
    let notices = Recorder<CacheNotice>()
    let cache = ResponseCache(folder: folder.name("cache")) { notices.add($0) }
    await cache.store(try DiskTests.response("x"))
    #expect(notices.all.map { $0.description.contains("SQLite error: ") } == [true])
    let found = await cache.verify()
    #expect((found.checked, found.broken, found.stray) == (0, 0, 0))
    #expect(folder.bytes(of: "cache/responses.sqlite").count >= bytes.count)
    let again = try SQLiteConnection.open(path, patience: 0)
    #expect(try again.prepare("PRAGMA user_version").first { $0.integer(0) } == 3)
  }

  @Test(arguments: ["NULL", "'7'", "1.5", "x'07'"])
  func `a row without an integer id is damage`(id: String) throws {
    try write(Self.looseTables)
    try write("INSERT INTO response VALUES (\(Self.row)); UPDATE response SET id = \(id)")
    let disk = try disk()
    let key = CacheKey(text: "GET http://a.org/x")
    #expect(fault { _ = try disk.response(for: key, now: 5) } == .damaged)
  }

  @Test(arguments: [
    "status = '200'", "requested = 1.5", "received = NULL", "private = ''", "selection = x'61'",
    "headers = 'etag'", "length = '12'", "body_checksum = NULL", "checksum = 'many'",
    "body = 'a small body'", "file = x'2E2E', body = NULL",
  ])
  func `a row with columns of other types is dropped`(change: String) throws {
    try write(Self.looseTables)
    try write("INSERT INTO response VALUES (\(Self.row))")
    let (disk, key) = (try disk(), CacheKey(text: "GET http://a.org/x"))
    #expect(try disk.response(for: key, now: 5) != nil)
    try write("UPDATE response SET \(change)")
    #expect(try disk.response(for: key, now: 5) == nil)
    #expect(try disk.check(after: 0) == nil)
  }

  @Test(arguments: ["NULL", "'many'", "1.5", "-1", "9223372036854775807", "x'01'"])
  func `an impossible total is damage`(total: String) throws {
    try write(Self.looseTables)
    try write("UPDATE total SET bytes = \(total)")
    let disk = try disk()
    #expect(fault { _ = try disk.usage() } == .damaged)
  }

  @Test func `an overflow of sizes is an error and removes nothing`() throws {
    try write(Self.looseTables)
    try write(
      """
      INSERT INTO response VALUES (\(Self.row)), (\(Self.row));
      UPDATE response SET bytes = \(Int64.max)
      """)
    let disk = try disk()
    let fault = fault { _ = try disk.trim(to: 0) }
    #expect(fault == .refused(.failed(code: 1, message: "integer overflow")))
    #expect(try disk.response(for: CacheKey(text: "GET http://a.org/x"), now: 5) != nil)
  }

  @Test func `a store that fails at its last step changes nothing`() throws {
    let disk = try disk()
    let old = try DiskTests.largeResponse("x", in: disk)
    try disk.store(old, now: 6)
    let (usage, names) = (try disk.usage(), folder.names(in: "cache/bodies"))
    // A file that has no name cannot get one in the cache.
    let file = try #require(SpoolFile(in: nil))
    #expect([1, 2, 3].withUnsafeBytes { file.write($0) })
    let new = try DiskTests.response("x", body: .file(file.finished()))
    #expect(fault { try disk.store(new, now: 7) } == .unusable(errno: ENOSPC))
    #expect(try disk.usage() == usage)
    #expect(folder.names(in: "cache/bodies") == names && names.count == 1)
    #expect(try disk.response(for: old.key, now: 7)?.body.byteCount == old.body.byteCount)
    try disk.store(try DiskTests.response("x"), now: 8)
    #expect(folder.names(in: "cache/bodies").isEmpty)
  }

  @Test func `tables that another program replaced are used`() throws {
    let disk = try disk()
    let response = try DiskTests.response("x")
    try disk.store(response, now: 6)
    try write("PRAGMA user_version = 1")
    _ = try self.disk()
    #expect(try disk.response(for: response.key, now: 7) == nil)
    try disk.store(try DiskTests.response("y"), now: 6)
    #expect(try disk.usage() == (1, 41))
  }

  @Test func `a damaged page discards the database, and the cache continues`() async throws {
    let path = "cache/responses.sqlite"
    do {
      let disk = try disk()
      for number in 0..<60 {
        let body = HTTPBody.bytes([UInt8](repeating: 7, count: 1_000))
        try disk.store(try DiskTests.response("\(number)", body: body), now: number)
      }
      try disk.shrink()
    }
    var bytes = folder.bytes(of: path)
    for page in 3..<bytes.count / 4_096 {
      bytes.replaceSubrange(page * 4_096..<page * 4_096 + 64, with: repeatElement(0xFF, count: 64))
    }
    _ = folder.write(bytes, as: path)
    let cache = ResponseCache(folder: folder.name("cache"))
    #expect(await cache.verify().broken == 1)
    #expect(await cache.verify().broken == 0)
    #expect(await cache.notice == nil)
    await cache.store(try DiskTests.response("x"))
    #expect(await cache.verify().checked == 1)
  }

  @Test(
    arguments: [
      (5, .busy), (11, .damaged), (1, .refused(.failed(code: 1, message: "m"))),
      (13, .unusable(errno: ENOSPC)),
    ] as [(Int32, CacheError)])
  func `SQLite error codes map to errors of the cache`(code: Int32, error: CacheError) {
    #expect(CacheError(SQLiteError.failed(code: code, message: "m")) == error)
  }

  @Test func `SQLite's message is shown in printable ASCII only`() {
    let error = SQLiteError.failed(code: 1, message: "no such column: \u{1B}]0;x\u{7}é")
    #expect(
      CacheNotice("web responses are", .refused(error)).description
        == "web responses are not cached on disk: SQLite error: no such column: ]0;x (1)")
  }

  @Test func `the notice says that SQLite is not installed`() {
    let notice = CacheNotice("web responses are", CacheError(SQLiteError.missing))
    #expect(notice.description == "web responses are not cached on disk: SQLite is not installed")
  }
}
