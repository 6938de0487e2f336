internal import Glibc
internal import SQLite

extension ResponseDatabase {
  /// Changes with the tables; those of another version are made anew.
  private static let version: Int64 = 2

  /// Lets several programs read while one writes, and waits for no disk.
  static func prepare(_ connection: borrowing SQLiteConnection) throws {
    let mode = try connection.prepare("PRAGMA journal_mode = WAL").first { $0.text(0) }
    guard mode == "wal" else { throw CacheError.unusable(errno: ENOTSUP) }
    try connection.execute("PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 4194304")
  }

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
    try connection.prepare("PRAGMA user_version").first { $0.integer(0) } == version
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
