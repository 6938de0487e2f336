internal import Storage

enum ResponseTables {
  /// Changes with the tables; those of another version are replaced.
  static let version: Int64 = 3

  static func make(_ connection: borrowing SQLiteConnection) throws {
    try connection.transaction {
      guard try connection.tableVersion() != version else { return }
      try connection.execute(tables)
      try connection.execute("PRAGMA user_version = \(version)")
    }
  }

  /// SQLite keeps comments between columns: `.schema` shows them.
  ///
  /// Triggers keep the total up to date, whichever program changes rows. Without an index, listing
  /// the file names would read all small bodies.
  private static let tables = """
    DROP VIEW IF EXISTS responses;
    DROP TABLE IF EXISTS response;
    DROP TABLE IF EXISTS total;
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
    """
}

struct ResponseStatements: ~Copyable {
  let find: SQLiteStatement
  let next: SQLiteStatement
  let insert: SQLiteStatement
  let confirm: SQLiteStatement
  let use: SQLiteStatement
  let remove: SQLiteStatement
  let removeRequest: SQLiteStatement
  let removeOldest: SQLiteStatement
  let total: SQLiteStatement
  let files: SQLiteStatement

  /// Throws `SQLiteError`, also for other tables.
  static func prepare(
    _ connection: borrowing SQLiteConnection
  ) throws(SQLiteError) -> ResponseStatements {
    let columns = ResponseRow.columns
    return ResponseStatements(
      find: try connection.prepare(
        "SELECT id, \(columns), file, body, used FROM response WHERE request = ?"),
      next: try connection.prepare(
        "SELECT id, \(columns), file, body, used FROM response WHERE id > ? ORDER BY id LIMIT 1"),
      insert: try connection.prepare(
        """
        INSERT INTO response (used, \(columns), file, body)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """),
      confirm: try connection.prepare(
        """
        UPDATE response SET (used, \(columns)) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ?
        """),
      use: try connection.prepare("UPDATE response SET used = ? WHERE id = ?"),
      remove: try connection.prepare("DELETE FROM response WHERE id = ? RETURNING file"),
      removeRequest: try connection.prepare(
        "DELETE FROM response WHERE request = ? RETURNING file"),
      removeOldest: try connection.prepare(oldest),
      total: try connection.prepare("SELECT entries, bytes FROM total"),
      files: try connection.prepare("SELECT file FROM response WHERE file <> ''"))
  }

  private static let oldest = """
    WITH oldest AS (SELECT id, used, bytes FROM response ORDER BY used, id LIMIT ?),
    counted AS (SELECT id, sum(bytes) OVER (ORDER BY used, id) - bytes AS gone FROM oldest)
    DELETE FROM response WHERE id IN (SELECT id FROM counted WHERE gone < ?)
    RETURNING file
    """
}
