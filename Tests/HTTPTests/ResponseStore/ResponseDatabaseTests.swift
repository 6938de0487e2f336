import Glibc
import Storage
import TestSupport
import Testing

@testable import HTTP

/// Databases of the response cache that the program did not write as it would today.
@Suite(.demanding, .timeLimit(.minutes(10)))
struct ResponseDatabaseTests {
  let folder = TemporaryFolder()

  private var path: String { folder.name("responses.sqlite") }

  /// Version 2 as files on disks have it; a version that reads something else needs another number.
  private static let tables = """
    CREATE TABLE response (
      id INTEGER PRIMARY KEY AUTOINCREMENT, digest TEXT NOT NULL UNIQUE, record BLOB NOT NULL,
      body BLOB, file TEXT NOT NULL, bytes INTEGER NOT NULL, used INTEGER NOT NULL);
    CREATE INDEX response_used ON response (used, id);
    CREATE INDEX response_file ON response (file) WHERE file <> '';
    CREATE TABLE total (entries INTEGER NOT NULL, bytes INTEGER NOT NULL);
    INSERT INTO total VALUES (0, 0);
    CREATE TRIGGER response_added AFTER INSERT ON response BEGIN
      UPDATE total SET entries = entries + 1, bytes = bytes + new.bytes; END;
    CREATE TRIGGER response_removed AFTER DELETE ON response BEGIN
      UPDATE total SET entries = entries - 1, bytes = bytes - old.bytes; END;
    PRAGMA user_version = 2;
    """

  /// The same tables without a type or a rule.
  private static let looseTables = """
    CREATE TABLE response (id, digest, record, body, file, bytes, used);
    CREATE TABLE total (entries, bytes); INSERT INTO total VALUES (1, 1);
    PRAGMA user_version = 2;
    """

  private func write(_ sql: String) throws {
    try SQLiteConnection.open(path, patience: 0).execute(sql)
  }

  private func database() throws(CacheError) -> ResponseDatabase {
    try ResponseDatabase(path: path)
  }

  /// What a call throws; nil where it throws nothing.
  private func fault(_ body: () throws -> Void) -> CacheError? {
    do {
      try body()
      return nil
    } catch {
      return error as? CacheError
    }
  }

  private static func row(_ digest: String, body: [UInt8]? = [1], file: String = "") -> ResponseRow
  {
    ResponseRow(id: 0, digest: digest, record: [1, 2, 3], body: body, fileName: file)
  }

  @Test func `the tables of version 2 are read and written on`() throws {
    try write(Self.tables)
    try write("INSERT INTO response VALUES (7, 'ab', x'0102', x'', '', 30, 5)")
    let database = try database()
    let row = try #require(try database.row(for: "ab"))
    #expect(row.id == 7)
    #expect(row.digest == "ab")
    #expect(row.record == [1, 2])
    #expect(row.body == [])
    #expect(row.fileName == "")
    _ = try database.replace(Self.row("cd"), byteCount: 12, now: 6) {}
    #expect(try database.usage() == (2, 42))
  }

  @Test func `the tables are made as they always were`() throws {
    _ = try database()
    let made = try schema()
    folder.remove(["responses.sqlite"])
    try write(Self.tables)
    #expect(try schema() == made)
    #expect(made.count == 7)
  }

  private func schema() throws -> [String] {
    var lines: [String] = []
    let connection = try SQLiteConnection.open(path, patience: 0)
    let sql = "SELECT name || ': ' || sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
    try connection.prepare(sql).run { lines.append($0.text(0) ?? "") }
    return lines
  }

  @Test func `others may read while one writes`() throws {
    _ = try database()
    let connection = try SQLiteConnection.open(path, patience: 0)
    #expect(try connection.prepare("PRAGMA journal_mode").first { $0.text(0) } == "wal")
  }

  @Test(arguments: [
    "PRAGMA user_version = 1", "PRAGMA user_version = 3",
    "CREATE TABLE response (a); PRAGMA user_version = 1",
  ])
  func `tables of another version are made anew`(sql: String) throws {
    try write(sql)
    let database = try database()
    _ = try database.replace(Self.row("ab"), byteCount: 12, now: 6) {}
    #expect(try database.usage() == (1, 12))
  }

  @Test(arguments: [
    "", "CREATE TABLE response (a); CREATE TABLE total (entries, bytes)",
    "CREATE VIEW response AS SELECT 1 AS id; CREATE TABLE total (entries, bytes)",
  ])
  func `other tables of the same version are refused, and stay`(sql: String) async throws {
    folder.folder("cache")
    let path = folder.name("cache/responses.sqlite")
    try SQLiteConnection.open(path, patience: 0).execute("PRAGMA user_version = 2; \(sql)")
    let bytes = folder.bytes(of: "cache/responses.sqlite")
    let notices = Recorder<CacheNotice>()
    let cache = ResponseCache(folder: folder.name("cache")) { notices.add($0) }
    await cache.store(try DiskTests.response("x"))
    #expect(notices.all.map { $0.description.contains("SQLite refuses it: ") } == [true])
    #expect(await cache.verify() == CacheVerification())
    #expect(folder.bytes(of: "cache/responses.sqlite").count >= bytes.count)
    let again = try SQLiteConnection.open(path, patience: 0)
    #expect(try again.prepare("PRAGMA user_version").first { $0.integer(0) } == 2)
  }

  @Test(arguments: ["NULL", "'7'", "1.5", "x'07'"])
  func `a row without a number is damage`(id: String) throws {
    try write(Self.looseTables)
    try write("INSERT INTO response VALUES (\(id), 'ab', x'01', NULL, '', 1, 1)")
    let database = try database()
    #expect(fault { _ = try database.row(for: "ab") } == .damaged)
  }

  @Test func `columns of other types are as good as empty`() throws {
    try write(Self.looseTables)
    try write("INSERT INTO response VALUES (7, 'ab', 'text', 1.5, x'2E2E', '', NULL)")
    let database = try database()
    let row = try #require(try database.row(for: "ab"))
    #expect(row.record == [])
    #expect(row.body == nil)
    #expect(row.fileName == "")
    #expect(try database.fileNames() == [])
    #expect(try database.remove(7) == nil)
    #expect(try database.row(after: 0) == nil)
  }

  @Test(arguments: ["NULL", "'many'", "1.5", "-1", "9223372036854775807", "x'01'"])
  func `a total that nothing can have is damage`(total: String) throws {
    try write(Self.looseTables)
    try write("UPDATE total SET bytes = \(total)")
    let database = try database()
    #expect(fault { _ = try database.usage() } == .damaged)
  }

  @Test func `sizes beyond all numbers are refused`() throws {
    try write(Self.looseTables)
    let huge = Int64.max
    try write(
      """
      INSERT INTO response VALUES (1, 'a', x'01', NULL, '', \(huge), 1),
      (2, 'b', x'01', NULL, '', \(huge), 2)
      """)
    let database = try database()
    let fault = fault { _ = try database.removeOldest(16, untilGone: 1) }
    #expect(fault == .refused(.failed(code: 1, message: "integer overflow")))
    #expect(try database.row(for: "a") != nil)
  }

  @Test func `nothing has changed where the end is prevented`() throws {
    let database = try database()
    _ = try database.replace(Self.row("ab", file: "old"), byteCount: 12, now: 6) {}
    let fault = fault {
      _ = try database.replace(Self.row("ab", file: "new"), byteCount: 99, now: 7) {
        throw CacheError.unusable(errno: ENOSPC)
      }
    }
    #expect(fault == .unusable(errno: ENOSPC))
    #expect(try database.usage() == (1, 12))
    #expect(try database.fileNames() == ["old"])
    #expect(try database.replace(Self.row("ab"), byteCount: 3, now: 8) {} == "old")
  }

  @Test func `tables that are made anew by another program are taken`() throws {
    let database = try database()
    _ = try database.replace(Self.row("ab"), byteCount: 12, now: 6) {}
    try write("PRAGMA user_version = 1")
    _ = try self.database()
    #expect(try database.row(for: "ab") == nil)
    _ = try database.replace(Self.row("cd"), byteCount: 5, now: 6) {}
    #expect(try database.usage() == (1, 5))
  }

  @Test func `a damaged page costs the database, not the program`() async throws {
    folder.folder("cache")
    let path = "cache/responses.sqlite"
    do {
      let database = try ResponseDatabase(path: folder.name(path))
      for number in 0..<60 {
        let row = Self.row("\(number)", body: [UInt8](repeating: 7, count: 1_000))
        _ = try database.replace(row, byteCount: 1_000, now: number) {}
      }
      try database.shrink()
    }
    var bytes = folder.bytes(of: path)
    for page in 3..<bytes.count / 4_096 {
      bytes.replaceSubrange(page * 4_096..<page * 4_096 + 64, with: repeatElement(0xFF, count: 64))
    }
    _ = folder.write(bytes, as: path)
    let cache = ResponseCache(folder: folder.name("cache"))
    #expect(await cache.verify().broken == 1)
    #expect(await cache.verify().broken == 0)
    #expect(await cache.statistics().notice == nil)
    await cache.store(try DiskTests.response("x"))
    #expect(await cache.verify().checked == 1)
  }

  @Test(
    arguments: [
      (5, .busy), (11, .damaged), (1, .refused(.failed(code: 1, message: "m"))),
      (13, .unusable(errno: ENOSPC)),
    ] as [(Int32, CacheError)])
  func `what SQLite reports becomes an error of the cache`(code: Int32, error: CacheError) {
    #expect(CacheError(SQLiteError.failed(code: code, message: "m")) == error)
  }

  @Test func `what SQLite says is shown in printable letters alone`() {
    let error = SQLiteError.failed(code: 1, message: "no such column: \u{1B}]0;x\u{7}é")
    #expect(
      CacheNotice(.refused(error)).description
        == "responses are not kept on disk: SQLite refuses it: no such column: ]0;x (1)")
  }

  @Test func `a system without SQLite is told so`() {
    let notice = CacheNotice(CacheError(SQLiteError.missing))
    #expect(notice.description == "responses are not kept on disk: SQLite is not installed")
  }
}
