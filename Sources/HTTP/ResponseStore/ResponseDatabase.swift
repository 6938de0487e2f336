internal import Glibc
internal import Storage

/// The table of kept responses, in one file that several programs share.
///
/// For one thread at a time. Every change is whole or does not happen, even where the program is
/// killed in the middle of it. Power failure may lose the last ones: nothing waits for the disk.
final class ResponseDatabase {
  private let connection: SQLiteConnection
  private let statements: ResponseStatements

  /// Opens the file, and makes it where it is not there.
  /// - Throws: `CacheError`; the file may have been made.
  init(path: String) throws(CacheError) {
    let connection = try Self.attempt { try SQLiteConnection.open(path, patience: 2_000) }
    let statements = try Self.attempt {
      try connection.prepareForSharing()
      try Self.makeTables(connection)
      return try ResponseStatements.prepare(connection)
    }
    self.connection = connection
    self.statements = statements
  }

  /// Opens a file that cannot be written; every change fails.
  /// - Throws: `CacheError`, also where the tables are of another version.
  static func reading(_ path: String) throws(CacheError) -> ResponseDatabase {
    do throws(CacheError) {
      return try ResponseDatabase(path, for: .reading)
    } catch {
      return try ResponseDatabase(path, for: .readingImmutable)
    }
  }

  private init(_ path: String, for access: SQLiteAccess) throws(CacheError) {
    let connection = try Self.attempt {
      try SQLiteConnection.open(path, patience: 2_000, for: access)
    }
    let statements = try Self.attempt {
      guard try Self.isCurrent(connection) else { throw CacheError.unusable(errno: EROFS) }
      return try ResponseStatements.prepare(connection)
    }
    self.connection = connection
    self.statements = statements
  }

  /// Looks a row up by the digest of its key.
  func row(for digest: String) throws(CacheError) -> ResponseRow? {
    try Self.attempt { try Self.first(statements.find, .text(digest)) }
  }

  /// The row with the lowest number above another one, for walking over all of them.
  func row(after id: Int64) throws(CacheError) -> ResponseRow? {
    try Self.attempt { try Self.first(statements.next, .integer(id)) }
  }

  private static func first(
    _ statement: borrowing SQLiteStatement, _ value: SQLiteValue
  ) throws -> ResponseRow? {
    guard let row = try statement.first([value], ResponseRow.init) else { return nil }
    // Without its number it could not be taken out.
    guard let row else { throw CacheError.damaged }
    return row
  }

  /// Puts a row in the place of the one with its digest.
  /// - Parameters:
  ///   - row: What is written; its number does not count.
  ///   - byteCount: What the entry takes on disk, in bytes.
  ///   - now: The seconds since 1970.
  ///   - beforeCommit: Done within the transaction, which it can prevent.
  /// - Returns: The name of a file that is of no use any more.
  /// - Throws: `CacheError`; nothing has changed.
  func replace(
    _ row: ResponseRow, byteCount: Int, now: Int,
    beforeCommit: () throws -> Void
  ) throws(CacheError) -> String? {
    try write {
      let old = try Self.names(from: statements.removeDigest, [.text(row.digest)])
      try statements.insert.run([
        .text(row.digest), .blob(row.record), row.body.map { .blob($0) } ?? .null,
        .text(row.fileName), .integer(Int64(byteCount)), .integer(Int64(now)),
      ])
      try beforeCommit()
      return old.first
    }
  }

  /// Puts another record beside the body of a row, where the row is still the same.
  func confirm(_ id: Int64, record: [UInt8], now: Int) throws(CacheError) {
    try write {
      try statements.confirm.run([.blob(record), .integer(Int64(now)), .integer(id)])
    }
  }

  /// Notes when rows were last used, in seconds since 1970.
  func touch(_ uses: [Int64: Int]) throws(CacheError) {
    guard !uses.isEmpty else { return }
    try write {
      for (id, time) in uses { try statements.touch.run([.integer(Int64(time)), .integer(id)]) }
    }
  }

  /// Removes a row, and returns the name of the file that belongs to it.
  func remove(_ id: Int64) throws(CacheError) -> String? {
    try write { try Self.names(from: statements.remove, [.integer(id)]).first }
  }

  /// Removes the least recently used rows.
  /// - Parameters:
  ///   - count: How many at most.
  ///   - byteCount: How many bytes are enough; no row goes beyond the one that reaches them.
  /// - Returns: The names of the files that belong to them.
  /// - Throws: `CacheError`; nothing has gone.
  func removeOldest(
    _ count: Int, untilGone byteCount: Int
  ) throws(CacheError) -> [String] {
    try write {
      try Self.names(
        from: statements.removeOldest, [.integer(Int64(count)), .integer(Int64(byteCount))])
    }
  }

  /// What is kept: the number of rows and their sizes in bytes.
  func usage() throws(CacheError) -> (count: Int, byteCount: Int) {
    try Self.attempt {
      let numbers = try statements.total.first { [$0.integer(0), $0.integer(1)].map(Self.amount) }
      guard let numbers else { return (0, 0) }
      guard let count = numbers[0], let byteCount = numbers[1] else { throw CacheError.damaged }
      return (count, byteCount)
    }
  }

  /// A number that can be reckoned with; nil for one that nothing on a disk can have.
  private static func amount(_ number: Int64?) -> Int? {
    number.flatMap { 0..<1 << 62 ~= $0 ? Int($0) : nil }
  }

  /// The names of all files that rows name.
  func fileNames() throws(CacheError) -> Set<String> {
    try Self.attempt { Set(try Self.names(from: statements.fileNames, [])) }
  }

  /// Gives what is free in the file back to the disk.
  func shrink() throws(CacheError) {
    try Self.attempt { try connection.execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)") }
  }
}

extension ResponseDatabase {
  private func write<Result>(_ body: () throws -> Result) throws(CacheError) -> Result {
    try Self.attempt { try connection.transaction(body) }
  }

  /// The first columns of all rows, where they are texts.
  private static func names(
    from statement: borrowing SQLiteStatement, _ values: [SQLiteValue]
  ) throws -> [String] {
    var names: [String] = []
    try statement.run(values) { row in
      if let name = row.text(0) { names.append(name) }
    }
    return names
  }

  private static func attempt<Result: ~Copyable>(
    _ body: () throws -> Result
  ) throws(CacheError) -> Result {
    do {
      return try body()
    } catch {
      throw CacheError(error)
    }
  }
}
