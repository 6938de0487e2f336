internal import Base
internal import Storage

enum ResponseTables {
  /// Changes with the tables; those of another version are replaced.
  static let version: Int64 = 3

  /// SQLite keeps comments between columns: `.schema` shows them.
  ///
  /// Triggers keep the total up to date, whichever program changes rows. Without an index, listing
  /// the file names would read all small bodies.
  static let tables = """
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
  let find, next, insert, confirm, use, remove, removeRequest, removeOldest, total: SQLiteStatement
  let files: SQLiteStatement

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

struct ResponseRow {
  let id: Int64
  /// In seconds since 1970.
  let used: Int
  /// Empty if the body is in the row.
  let file: String
  let byteCount: Int
  let bodyChecksum: UInt64
  /// With the body of the row, whose checksum has not been compared; nil if the row is damaged.
  let response: StoredResponse?

  /// Followed by `file`, `body` and `used`.
  static let columns = """
    request, status, requested, received, private, selection, headers, length, bytes, body_checksum,
    checksum
    """

  static func values(of response: StoredResponse, bodyChecksum: UInt64) -> [SQLiteValue] {
    let (request, selection) = (response.key.text, response.selection.text)
    let headers = response.headers.bytes
    let byteCount = response.body.byteCount
    let numbers = [
      response.status, response.requestedAt, response.receivedAt, response.isPeerPrivate ? 1 : 0,
      byteCount, Int(truncatingIfNeeded: bodyChecksum),
    ].map { Int64($0) }
    let checksum = checksum(request, selection, headers, numbers)
    return [
      .text(request), .integer(numbers[0]), .integer(numbers[1]), .integer(numbers[2]),
      .integer(numbers[3]), .text(selection), .blob(headers), .integer(numbers[4]),
      .integer(Int64(request.utf8.count + headers.count + byteCount)), .integer(numbers[5]),
      .integer(checksum),
    ]
  }

  init?(_ row: borrowing SQLiteRow) {
    guard let id = row.integer(0) else { return nil }
    self.id = id
    used = Int(row.integer(14) ?? 0)
    file = row.text(12) ?? ""
    byteCount = Int(row.integer(8) ?? -1)
    bodyChecksum = UInt64(bitPattern: row.integer(10) ?? 0)
    let numbers = [2, 3, 4, 5, 8, 10].compactMap { row.integer($0) }
    guard let request = row.text(1), let selection = row.text(6), let headers = row.blob(7),
      numbers.count == 6, row.integer(11) == Self.checksum(request, selection, headers, numbers),
      let lines = HTTPHeaders(bytes: headers), let body = row.blob(13) ?? (file.isEmpty ? nil : [])
    else {
      response = nil
      return
    }
    response = StoredResponse(
      key: CacheKey(text: request), status: Int(numbers[0]), headers: lines,
      selection: Selection(text: selection), requestedAt: Int(numbers[1]),
      receivedAt: Int(numbers[2]), isPeerPrivate: numbers[3] == 1, body: .bytes(body))
  }

  /// XXH64 of everything except the body.
  private static func checksum(
    _ request: String, _ selection: String, _ headers: [UInt8], _ numbers: [Int64]
  ) -> Int64 {
    let texts = [request, selection] + numbers.map { String($0) }
    let lines = texts.map { $0 + "\n" }.joined()
    return Int64(bitPattern: XXHash64.hash(lines.utf8 + headers))
  }
}

extension HTTPHeaders {
  /// Terminated by line feeds, which no value contains.
  fileprivate var bytes: [UInt8] {
    lines.flatMap { Array("\($0.name): ".utf8) + $0.value + [UInt8(ascii: "\n")] }
  }

  fileprivate init?(bytes: [UInt8]) {
    self.init()
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
        let header = HTTPHeader(
          name: String(decoding: line[..<colon], as: UTF8.self), value: line[(colon + 1)...])
      else { return nil }
      lines.append(header)
    }
  }
}

extension Selection {
  fileprivate var text: String { lines.joined(separator: "\n") }

  fileprivate init(text: String) {
    self.init(lines: text.split(separator: "\n").map(String.init))
  }
}
