internal import Storage

extension ResponseDatabase {
  /// Changes with the tables; those of another version are made anew.
  private static let version: Int64 = 2

  /// Makes the tables, where they are not there or of another version.
  static func makeTables(_ connection: borrowing SQLiteConnection) throws {
    try connection.transaction {
      guard try !isCurrent(connection) else { return }
      try connection.execute(tables)
      try connection.execute("PRAGMA user_version = \(version)")
    }
  }

  /// Whether the tables are of this version.
  static func isCurrent(_ connection: borrowing SQLiteConnection) throws -> Bool {
    try connection.tableVersion() == version
  }

  /// The tables and what keeps them right.
  ///
  /// The total is kept by triggers, whichever program changes the rows. The names of files stand behind
  /// the bodies of their rows: without an index, to list them would read all.
  private static let tables = """
    DROP TABLE IF EXISTS response;
    DROP TABLE IF EXISTS total;
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
    """
}

/// All that is asked of the tables of responses, prepared once.
struct ResponseStatements: ~Copyable {
  let find: SQLiteStatement
  let next: SQLiteStatement
  let insert: SQLiteStatement
  let confirm: SQLiteStatement
  let touch: SQLiteStatement
  let remove: SQLiteStatement
  let removeDigest: SQLiteStatement
  let removeOldest: SQLiteStatement
  let total: SQLiteStatement
  let fileNames: SQLiteStatement
}

extension ResponseStatements {
  /// Prepares them.
  /// - Throws: `SQLiteError`, also where the tables are others.
  static func prepare(
    _ connection: borrowing SQLiteConnection
  ) throws(SQLiteError) -> ResponseStatements {
    ResponseStatements(
      find: try connection.prepare("SELECT \(columns) FROM response WHERE digest = ?"),
      next: try connection.prepare(
        "SELECT \(columns) FROM response WHERE id > ? ORDER BY id LIMIT 1"),
      insert: try connection.prepare(
        "INSERT INTO response (digest, record, body, file, bytes, used) VALUES (?, ?, ?, ?, ?, ?)"),
      confirm: try connection.prepare("UPDATE response SET record = ?, used = ? WHERE id = ?"),
      touch: try connection.prepare("UPDATE response SET used = ?1 WHERE id = ?2 AND used < ?1"),
      remove: try connection.prepare("DELETE FROM response WHERE id = ? RETURNING file"),
      removeDigest: try connection.prepare("DELETE FROM response WHERE digest = ? RETURNING file"),
      removeOldest: try connection.prepare(oldest),
      total: try connection.prepare("SELECT entries, bytes FROM total"),
      fileNames: try connection.prepare("SELECT file FROM response WHERE file <> ''"))
  }

  /// As `ResponseRow` reads them.
  private static let columns = "id, digest, record, body, file"

  private static let oldest = """
    WITH oldest AS (SELECT id, used, bytes FROM response ORDER BY used, id LIMIT ?),
    counted AS (SELECT id, sum(bytes) OVER (ORDER BY used, id) - bytes AS gone FROM oldest)
    DELETE FROM response WHERE id IN (SELECT id FROM counted WHERE gone < ?)
    RETURNING file
    """
}

/// A row of the database: a record that has not been checked yet.
struct ResponseRow {
  let id: Int64
  /// The SHA-256 of the key in hexadecimal digits.
  let digest: String
  let record: [UInt8]
  /// The body; nil where it lies in a file.
  let body: [UInt8]?
  /// The name of the file with the body; empty where there is none.
  let fileName: String
}

extension ResponseRow {
  /// Takes what the columns hold; nil where there is no number.
  ///
  /// What is of another type is as good as empty, and then the record is not whole.
  init?(_ row: borrowing SQLiteRow) {
    guard let id = row.integer(0) else { return nil }
    self.init(
      id: id, digest: row.text(1) ?? "", record: row.blob(2) ?? [], body: row.blob(3),
      fileName: row.text(4) ?? "")
  }
}
