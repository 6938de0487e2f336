internal import Base
internal import Glibc
internal import Storage

/// A database shared by programs, with a row per response and a file per large body.
///
/// For one thread at a time; every call may block. Every change is atomic, even if the program is
/// killed. Power failure may lose the last ones, as nothing waits for the disk.
final class ResponseDisk {
  let files: ResponseFiles
  /// Whether an unreadable database was removed.
  let hasBegunAnew: Bool
  private let budget: Int
  private let connection: SQLiteConnection
  private let statements: ResponseStatements
  private let identity: UInt64?

  /// A damaged database is removed; without write permission the cache is read-only.
  static func open(_ folder: String, budget: Int) throws(CacheError) -> ResponseDisk {
    let files = try ResponseFiles(folder: folder)
    guard let errno = files.database.writingFault else {
      do throws(CacheError) {
        return try ResponseDisk(files, budget, for: .writing)
      } catch .damaged {
        files.database.remove()
        return try ResponseDisk(files, budget, for: .writing, hasBegunAnew: true)
      }
    }
    do throws(CacheError) {
      return try ResponseDisk(files, budget, for: .reading)
    } catch {
      do throws(CacheError) {
        return try ResponseDisk(files, budget, for: .readingImmutable)
      } catch .damaged {
        throw .unusable(errno: errno)
      }
    }
  }

  private init(
    _ files: ResponseFiles, _ budget: Int, for access: SQLiteAccess, hasBegunAnew: Bool = false
  ) throws(CacheError) {
    let connection = try CacheError.attempt {
      try SQLiteConnection.open(files.database.path, patience: 2_000, for: access)
    }
    statements = try CacheError.attempt {
      if access == .writing {
        try connection.prepareForSharing()
        try connection.makeTables(
          ResponseTables.tables, version: ResponseTables.version, replacesNewer: true)
      } else if try connection.tableVersion() != ResponseTables.version {
        throw CacheError.unusable(errno: EROFS)
      }
      return try ResponseStatements.prepare(connection)
    }
    self.connection = connection
    (self.files, self.budget, self.hasBegunAnew) = (files, budget, hasBegunAnew)
    identity = files.database.identity
    guard access == .writing else { return }
    do throws(CacheError) {
      _ = try CacheError.attempt(sweep)
    } catch .busy {
      // The next program will do it.
    }
  }

  /// False if the database was moved or removed: SQLite would continue with a file without a name.
  var isInPlace: Bool { files.database.identity == identity }

  /// Removes a damaged response. Records use at most hourly, and not while the database is locked.
  func response(for key: CacheKey, now: Int) throws -> StoredResponse? {
    guard let row = try row(statements.find, .text(key.text)) else { return nil }
    guard let response = response(of: row) else {
      try remove(statements.remove, .integer(row.id))
      return nil
    }
    if row.used < now - 3_600 { try? statements.use.run([.integer(Int64(now)), .integer(row.id)]) }
    return response
  }

  /// One that is too large for the budget only removes the previous one.
  func store(_ response: StoredResponse, now: Int) throws {
    guard response.body.byteCount <= budget / 10 else { return try remove(response.key) }
    guard let checksum = checksum(of: response.body) else { throw CacheError.unusable(errno: EIO) }
    let values = ResponseRow.values(of: response.withoutSecrets, bodyChecksum: checksum)
    let old = try connection.transaction {
      let old = try names(statements.removeRequest, [.text(response.key.text)])
      switch response.body {
      case .bytes(let bytes):
        try statements.insert.run([.integer(Int64(now))] + values + [.text(""), .blob(bytes)])
      case .file(let file):
        let name = ResponseFiles.bodyName(digest: response.key.digest)
        try statements.insert.run([.integer(Int64(now))] + values + [.text(name), .null])
        try files.keep(file, as: name)
      }
      return old
    }
    files.remove(old)
  }

  /// Unless another program has replaced it; `asked` is the cached response before that.
  func confirm(_ response: StoredResponse, asked: StoredResponse, now: Int) throws {
    guard let row = try row(statements.find, .text(response.key.text)), let kept = row.response,
      response.body.byteCount == row.byteCount,
      ["etag", "last-modified"].allSatisfy({ asked.headers[$0] == kept.headers[$0] })
    else { return }
    let values = ResponseRow.values(of: response.withoutSecrets, bodyChecksum: row.bodyChecksum)
    try connection.transaction {
      try statements.confirm.run([.integer(Int64(now))] + values + [.integer(row.id)])
    }
  }

  func remove(_ key: CacheKey) throws { try remove(statements.removeRequest, .text(key.text)) }

  private func remove(_ statement: borrowing SQLiteStatement, _ value: SQLiteValue) throws {
    files.remove(try connection.transaction { try names(statement, [value]) })
  }

  /// Removes some least recently used; returns whether there may be more. `limit` in bytes.
  func trim(to limit: Int) throws -> Bool {
    let excess = try usage().byteCount - limit
    guard excess > 0 else { return false }
    let removed = try connection.transaction {
      try names(statements.removeOldest, [.integer(16), .integer(Int64(excess))])
    }
    files.remove(removed)
    return !removed.isEmpty
  }

  /// Removes the row if it is damaged; nil at the end.
  func check(after id: Int64) throws -> (id: Int64, isWhole: Bool)? {
    guard let row = try row(statements.next, .integer(id)) else { return nil }
    let isWhole = response(of: row) != nil
    if !isWhole { try remove(statements.remove, .integer(row.id)) }
    return (row.id, isWhole)
  }

  func usage() throws -> (count: Int, byteCount: Int) {
    let numbers = try statements.total.first { [$0.integer(0), $0.integer(1)].map(Self.amount) }
    guard let numbers else { return (0, 0) }
    guard let count = numbers[0], let byteCount = numbers[1] else { throw CacheError.damaged }
    return (count, byteCount)
  }

  private static func amount(_ number: Int64?) -> Int? {
    number.flatMap { 0..<1 << 62 ~= $0 ? Int($0) : nil }
  }

  /// Removes files left by killed programs; returns their number.
  func sweep() throws -> Int { try files.sweep { Set(try names(statements.files, [])) } }

  func shrink() throws(SQLiteError) { try connection.shrink() }
}

extension ResponseDisk {
  private func response(of row: ResponseRow) -> StoredResponse? {
    guard var response = row.response else { return nil }
    if !row.file.isEmpty {
      guard let file = files.open(row.file, byteCount: row.byteCount) else { return nil }
      response.body = .file(file)
    }
    return checksum(of: response.body) == row.bodyChecksum ? response : nil
  }

  private func checksum(of body: HTTPBody) -> UInt64? {
    var hash = XXHash64()
    switch body {
    case .bytes(let bytes): hash.add(bytes[...])
    case .file(let file):
      guard (try? file.forEachChunk { hash.add($0) }) != nil else { return nil }
    }
    return hash.value
  }

  private func row(
    _ statement: borrowing SQLiteStatement, _ value: SQLiteValue
  ) throws -> ResponseRow? {
    guard let row = try statement.first([value], ResponseRow.init) else { return nil }
    // It could not be removed without its ID.
    guard let row else { throw CacheError.damaged }
    return row
  }

  private func names(
    _ statement: borrowing SQLiteStatement, _ values: [SQLiteValue]
  ) throws(SQLiteError) -> [String] {
    var names: [String] = []
    try statement.run(values) { row in
      if let name = row.text(0) { names.append(name) }
    }
    return names
  }
}

/// Only the database and files with names of the program's own form are ever removed.
struct ResponseFiles {
  let database: DatabaseFile
  /// For unfinished bodies; nil if nothing can be written.
  let incoming: PrivateDirectory?
  private let bodies: PrivateDirectory?

  /// The absolute path may contain links, the folder itself must not. Throws `CacheError.unusable`
  /// if it cannot be made, is not a folder, or is not the user's alone.
  init(folder path: String) throws(CacheError) {
    database = try DatabaseFile(ResponseCache.databaseName, in: path)
    guard database.writingFault == nil else {
      incoming = nil
      bodies = try? PrivateDirectory("bodies", in: database.folder, isMade: false)
      return
    }
    incoming = try PrivateDirectory("incoming", in: database.folder, isMade: true)
    bodies = try PrivateDirectory("bodies", in: database.folder, isMade: true)
    database.make()
  }

  func open(_ name: String, byteCount: Int) -> BodyFile? {
    guard Self.isBody(name), let bodies, let descriptor = Descriptor(opened: bodies.open(name)),
      let status = descriptor.status, status.st_mode & S_IFMT == S_IFREG,
      status.st_size == byteCount
    else { return nil }
    return BodyFile(descriptor: descriptor, byteCount: byteCount)
  }

  func keep(_ file: BodyFile, as name: String) throws(CacheError) {
    guard let bodies, Self.isBody(name) else { throw .unusable(errno: EROFS) }
    try rethrowing(as: { CacheError.unusable(errno: $0.number) }) { () throws(SystemError) in
      try file.keep(as: name, in: bodies)
    }
  }

  func remove(_ names: some Sequence<String>) {
    for name in names where Self.isBody(name) { bodies?.remove(name) }
  }

  /// `named` returns the bodies that rows refer to. It is called after the files have been listed:
  /// a file that is added in between is named by then, or still locked.
  func sweep(named: () throws -> Set<String>) throws -> Int {
    guard let incoming, let bodies else { return 0 }
    let swept = incoming.names().count {
      SpoolFile.isName($0) && Self.removeIfAbandoned($0, from: incoming)
    }
    let found = bodies.names().filter(Self.isBody)
    let kept = try named()
    return swept
      + found.count { !kept.contains($0) && Self.removeIfAbandoned($0, from: bodies) }
  }

  private static func removeIfAbandoned(_ name: String, from folder: PrivateDirectory) -> Bool {
    let descriptor = folder.open(name)
    guard descriptor >= 0 else { return errno == ELOOP && folder.remove(name) }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) == 0 && folder.remove(name)
  }

  static func bodyName(digest: String) -> String {
    "\(digest)-\(String(UInt64.random(in: .min ... .max), radix: 16))"
  }

  private static func isBody(_ name: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].utf8.count == 64 && (1...16).contains(parts[1].utf8.count)
      && parts.allSatisfy { $0.utf8.allSatisfy { $0.isDigit || $0 &- 0x61 < 6 } }
  }
}
