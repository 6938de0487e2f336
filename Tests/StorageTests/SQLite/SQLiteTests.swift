import Glibc
import Storage
import TestSupport
import Testing

/// SQLite as the cache uses it: values round-trip, and files with any content are handled.
@Suite(.integration, .timeLimit(.minutes(30)))
struct SQLiteTests {
  let folder = TemporaryFolder()

  private var path: String { folder.name("a.sqlite") }

  private func connection(patience: Int32 = 0) throws(SQLiteError) -> SQLiteConnection {
    try SQLiteConnection.open(path, patience: patience)
  }

  /// The result code of the error that a call throws, or nil if it succeeds.
  private func failure(_ body: () throws -> Void) -> Int32? {
    do {
      try body()
      return nil
    } catch {
      guard case .failed(let code, let message) = error as? SQLiteError else { return -1 }
      return message.isEmpty ? -2 : code
    }
  }

  // MARK: Values

  /// A value, and what its column is read as.
  struct Sample: Sendable, CustomTestStringConvertible {
    let value: SQLiteValue
    var columns = Columns()
    let testDescription: String
  }

  /// One column, read as each type.
  struct Columns: Hashable, Sendable {
    var integer: Int64?
    var text: String?
    var blob: [UInt8]?
  }

  private static func integer(_ number: Int64) -> Sample {
    Sample(value: .integer(number), columns: Columns(integer: number), testDescription: "\(number)")
  }

  private static func text(_ text: String, _ name: String) -> Sample {
    Sample(value: .text(text), columns: Columns(text: text), testDescription: name)
  }

  private static func blob(_ bytes: [UInt8], _ name: String) -> Sample {
    Sample(value: .blob(bytes), columns: Columns(blob: bytes), testDescription: name)
  }

  static let samples = [
    Sample(value: .null, testDescription: "NULL"),
    integer(0), integer(-1), integer(.min), integer(.max),
    text("", "no text"), text("a\0b\0", "a text with zero bytes"), text("'; DROP--", "a quote"),
    text("ä\u{1F600}", "a text beyond ASCII"),
    text(String(repeating: "long ", count: 20_000), "a long text"),
    blob([], "no bytes"), blob([0], "a zero byte"), blob([0x80, 0xFF, 0xFE], "no UTF-8"),
    blob([UInt8](repeating: 7, count: 100_000), "many bytes"),
  ]

  @Test(arguments: samples) func `a value is read back unchanged, and as no other type`(
    sample: Sample
  ) throws {
    let connection = try connection()
    try connection.execute("CREATE TABLE t (v)")
    try connection.prepare("INSERT INTO t VALUES (?)").run([sample.value])
    let found = try connection.prepare("SELECT v FROM t").first { Columns($0) }
    #expect(found == sample.columns)
  }

  @Test(arguments: [
    ("CAST(x'61FF62' AS TEXT)", Columns(text: "a\u{FFFD}b")),
    ("CAST(x'6100' AS TEXT)", Columns(text: "a\0")),
    ("CAST(x'' AS TEXT)", Columns(text: "")), ("zeroblob(3)", Columns(blob: [0, 0, 0])),
    ("1.5", Columns()), ("9223372036854775807 + 1", Columns()),
  ])
  func `invalid UTF-8 is replaced, and real numbers are read as no value`(
    expression: String, columns: Columns
  ) throws {
    let connection = try connection()
    #expect(try connection.prepare("SELECT \(expression)").first { Columns($0) } == columns)
  }

  @Test func `a database in UTF-16 gives the same texts`() throws {
    let connection = try connection()
    try connection.execute("PRAGMA encoding = 'UTF-16le'; CREATE TABLE t (v)")
    let statement = try connection.prepare("INSERT INTO t VALUES (?) RETURNING v")
    #expect(try statement.first([.text("ä\u{1F600}")]) { $0.text(0) } == "ä\u{1F600}")
  }

  @Test func `an inserted row is visible to another connection`() throws {
    let connection = try connection()
    try connection.execute("CREATE TABLE t (v)")
    try connection.prepare("INSERT INTO t VALUES (?)").run([.integer(7)])
    #expect(try numbers(of: try self.connection()) == [7])
  }

  private func numbers(of connection: borrowing SQLiteConnection) throws(SQLiteError) -> [Int64?] {
    var numbers: [Int64?] = []
    try connection.prepare("SELECT v FROM t ORDER BY v").run { numbers.append($0.integer(0)) }
    return numbers
  }

  // MARK: Statements

  @Test func `a statement does not reuse the values bound in its previous run`() throws {
    let connection = try connection()
    let statement = try connection.prepare("SELECT ?")
    #expect(try statement.first([.integer(7)]) { $0.integer(0) } == 7)
    #expect(try statement.first { Columns($0) } == Columns())
  }

  @Test func `a statement can be run again after an error`() throws {
    let connection = try connection()
    try connection.execute("CREATE TABLE t (v UNIQUE NOT NULL)")
    let statement = try connection.prepare("INSERT INTO t VALUES (?)")
    try statement.run([.integer(1)])
    // SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_NOTNULL.
    #expect(failure { try statement.run([.integer(1)]) } == 2067)
    #expect(failure { try statement.run([]) } == 1299)
    try statement.run([.integer(2)])
    #expect(try numbers(of: connection) == [1, 2])
  }

  @Test func `too many values are refused and not bound in the next run`() throws {
    let connection = try connection()
    let statement = try connection.prepare("SELECT ?")
    #expect(failure { try statement.run([.integer(1), .integer(2)]) } == 25)
    #expect(try statement.first { Columns($0) } == Columns())
  }

  @Test func `a statement stopped at its first row does not block DROP TABLE or VACUUM`() throws {
    let connection = try connection()
    try connection.execute("CREATE TABLE t (v); INSERT INTO t VALUES (1), (2)")
    let statement = try connection.prepare("SELECT v FROM t ORDER BY v")
    #expect(try statement.first { $0.integer(0) } == 1)
    try connection.execute("DROP TABLE t; VACUUM; CREATE TABLE t (v)")
    #expect(try statement.first { $0.integer(0) } == nil)
  }

  @Test(arguments: ["SELEC 1", "SELECT v FROM nowhere"])
  func `invalid SQL is refused`(sql: String) throws {
    let connection = try connection()
    #expect(failure { _ = try connection.prepare(sql) } == 1)
    #expect(failure { try connection.execute(sql) } == 1)
  }

  @Test func `SQLite's message is thrown with its result code`() throws {
    let connection = try connection()
    #expect(throws: SQLiteError.failed(code: 1, message: "no such table: nowhere")) {
      _ = try connection.prepare("SELECT v FROM nowhere")
    }
    let statement = try connection.prepare("SELECT abs(-9223372036854775808)")
    #expect(throws: SQLiteError.failed(code: 1, message: "integer overflow")) {
      try statement.run()
    }
  }

  @Test(arguments: ["", " -- nothing"]) func `SQL without a statement is refused`(sql: String)
    throws
  {
    let connection = try connection()
    #expect(failure { _ = try connection.prepare(sql) } == 21)
  }

  @Test func `a statement outlives its connection`() throws {
    func statement() throws -> SQLiteStatement { try connection().prepare("SELECT 7") }
    #expect(try statement().first { $0.integer(0) } == 7)
  }

  // MARK: Transactions

  struct Refusal: Error {}

  @Test func `a transaction is rolled back when its body throws`() throws {
    let connection = try connection()
    try connection.execute("CREATE TABLE t (v UNIQUE)")
    #expect(throws: Refusal.self) {
      try connection.transaction {
        try connection.execute("INSERT INTO t VALUES (1)")
        throw Refusal()
      }
    }
    #expect(
      failure {
        try connection.transaction { try connection.execute("INSERT INTO t VALUES (1), (1)") }
      } == 2067)
    #expect(try numbers(of: connection) == [])
    try connection.transaction { try connection.execute("INSERT INTO t VALUES (2)") }
    #expect(try numbers(of: connection) == [2])
  }

  @Test func `a transaction is rolled back when its commit fails`() throws {
    let connection = try connection()
    try connection.execute(
      """
      PRAGMA foreign_keys = ON; CREATE TABLE t (v UNIQUE);
      CREATE TABLE u (w REFERENCES t (v) DEFERRABLE INITIALLY DEFERRED)
      """)
    let fault = failure {
      try connection.transaction {
        try connection.execute("INSERT INTO t VALUES (1); INSERT INTO u VALUES (2)")
      }
    }
    // SQLITE_CONSTRAINT_FOREIGNKEY.
    #expect(fault == 787)
    #expect(try numbers(of: connection) == [])
    try connection.transaction { try connection.execute("INSERT INTO t VALUES (2)") }
  }

  @Test func `a body that rolled back its transaction still throws its own error`() throws {
    let connection = try connection()
    #expect(throws: Refusal.self) {
      try connection.transaction {
        try connection.execute("ROLLBACK")
        throw Refusal()
      }
    }
  }

  @Test func `a second writer gets SQLITE_BUSY until the first transaction ends`() throws {
    let first = try connection()
    try first.execute("CREATE TABLE t (v)")
    let second = try connection()
    try first.transaction {
      #expect(failure { try second.transaction {} } == 5)
      let seen = try numbers(of: second)
      #expect(seen == [])
    }
    try second.transaction { try second.execute("INSERT INTO t VALUES (1)") }
    #expect(try numbers(of: first) == [1])
  }

  // MARK: Files

  @Test(arguments: [
    "nothing at all, but long enough to be a header of a database, which has a hundred bytes "
      + String(repeating: ".", count: 100),
    "SQLite format 3\0" + String(repeating: "x", count: 5_000),
  ])
  func `a file that is not a database fails with SQLITE_NOTADB and is closed`(content: String)
    throws
  {
    _ = folder.write(Array(content.utf8), as: "a.sqlite")
    for _ in 0..<3 {
      let fault = failure {
        let connection = try connection()
        try connection.execute("PRAGMA journal_mode = WAL")
      }
      // SQLITE_NOTADB.
      #expect(fault == 26)
    }
    #expect(openFiles == 0)
  }

  /// The number of this process's descriptors that are open in the folder.
  private var openFiles: Int {
    (0..<1_024).count { descriptor in
      var target = [CChar](repeating: 0, count: folder.path.utf8.count)
      let count = readlink("/proc/self/fd/\(descriptor)", &target, target.count)
      return count == target.count && target == folder.path.utf8.map(CChar.init(bitPattern:))
    }
  }

  @Test func `opening a folder fails with SQLITE_CANTOPEN and leaves no descriptor open`() throws {
    folder.folder("a.sqlite")
    // SQLITE_CANTOPEN.
    #expect(failure { _ = try connection() } == 14)
    #expect(openFiles == 0)
  }

  @Test(arguments: [0x00, 0x41, 0xFF] as [UInt8])
  func `reading an overwritten page fails with SQLITE_CORRUPT, and other pages stay readable`(
    byte: UInt8
  ) throws {
    do {
      let connection = try connection()
      try connection.execute("CREATE TABLE t (v INTEGER PRIMARY KEY, w)")
      let statement = try connection.prepare("INSERT INTO t VALUES (?, zeroblob(1000))")
      for number in 1...20 { try statement.run([.integer(Int64(number))]) }
    }
    var bytes = folder.bytes(of: "a.sqlite")
    bytes.replaceSubrange(8_192..<12_288, with: repeatElement(byte, count: 4_096))
    _ = folder.write(bytes, as: "a.sqlite")
    let connection = try connection()
    // SQLITE_CORRUPT.
    #expect(failure { _ = try numbers(of: connection) } == 11)
    let last = try connection.prepare("SELECT v FROM t WHERE v = ?")
    #expect(try last.first([.integer(20)]) { $0.integer(0) } == 20)
  }

  @Test(arguments: [("trusted_schema", 0), ("cell_size_check", 1), ("mmap_size", 0)])
  func `a connection has the settings for untrusted files`(setting: String, value: Int64) throws {
    let found = try connection().prepare("PRAGMA \(setting)").first { $0.integer(0) }
    #expect(found ?? 0 == value)
  }

  @Test func `writing the schema and loading extensions are refused`() throws {
    let connection = try connection()
    try connection.execute("CREATE TABLE t (v); PRAGMA writable_schema = ON")
    #expect(failure { try connection.execute("UPDATE sqlite_master SET sql = ''") } != nil)
    #expect(failure { try connection.execute("SELECT load_extension('libm.so.6')") } != nil)
    try connection.execute(
      "CREATE TRIGGER a AFTER INSERT ON t BEGIN SELECT load_extension('x'); END")
    #expect(failure { _ = try connection.prepare("INSERT INTO t VALUES (1)") } == 1)
  }
}

extension SQLiteTests.Columns {
  fileprivate init(_ row: borrowing SQLiteRow) {
    self.init(integer: row.integer(0), text: row.text(0), blob: row.blob(0))
  }
}
