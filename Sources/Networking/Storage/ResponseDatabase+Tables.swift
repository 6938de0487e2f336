internal import GRDB

extension ResponseDatabase {
  /// Changes with the tables; those of another version are made anew.
  private static let version = 1

  /// Makes the tables, where they are not there or of another version.
  func makeTables() throws(CacheFault) {
    try Self.attempt {
      try write { database in
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard version != Self.version else { return }
        try database.execute(sql: Self.tables)
        try database.execute(sql: "PRAGMA user_version = \(Self.version)")
      }
    }
  }

  /// The total is kept by triggers, so that it is right whichever program changes the rows.
  private static let tables = """
    DROP TABLE IF EXISTS response;
    DROP TABLE IF EXISTS total;
    CREATE TABLE response (
      id INTEGER PRIMARY KEY AUTOINCREMENT, digest TEXT NOT NULL UNIQUE, record BLOB NOT NULL,
      body BLOB, file TEXT NOT NULL, bytes INTEGER NOT NULL, used INTEGER NOT NULL);
    CREATE INDEX response_used ON response (used, id);
    CREATE TABLE total (entries INTEGER NOT NULL, bytes INTEGER NOT NULL);
    INSERT INTO total VALUES (0, 0);
    CREATE TRIGGER response_added AFTER INSERT ON response BEGIN
      UPDATE total SET entries = entries + 1, bytes = bytes + new.bytes; END;
    CREATE TRIGGER response_removed AFTER DELETE ON response BEGIN
      UPDATE total SET entries = entries - 1, bytes = bytes - old.bytes; END;
    """
}
