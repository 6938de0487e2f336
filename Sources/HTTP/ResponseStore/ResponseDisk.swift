internal import Base
internal import Storage

/// The part of the cache that lies on disk: rows and files that belong together.
///
/// For one thread at a time; every call may block.
struct ResponseDisk {
  let files: ResponseFiles
  let database: ResponseDatabase
  /// What it may hold, in bytes.
  let budget: Int
  private let identity: UInt64?
  /// Whether a database was there that could not be read, and has been removed.
  let hasBegunAnew: Bool

  /// Opens the folder, makes what is missing, removes what killed programs left behind, and begins
  /// anew where the database is damaged.
  ///
  /// Where nothing can be written, it only reads what is there.
  init(folder: String, budget: Int) throws(CacheError) {
    files = try ResponseFiles(folder: folder)
    self.budget = budget
    do throws(CacheError) {
      database = try Self.sweptDatabase(files)
      hasBegunAnew = false
    } catch .damaged {
      if let errno = files.database.writingFault { throw .unusable(errno: errno) }
      files.database.remove()
      database = try Self.sweptDatabase(files)
      hasBegunAnew = true
    }
    identity = files.database.identity
  }

  /// Sweeping looks at what opening does not, and so may be the first to see damage.
  private static func sweptDatabase(_ files: ResponseFiles) throws(CacheError) -> ResponseDatabase {
    guard files.database.writingFault == nil else {
      return try .reading(files.database.path)
    }
    let database = try ResponseDatabase(path: files.database.path)
    do throws(CacheError) {
      _ = try files.sweep(named: database.fileNames)
    } catch .busy {
      // The next program will do it.
    }
    return database
  }

  /// Whether the folder is still the one that was opened: SQLite would go on with files that have
  /// lost their names.
  var isInPlace: Bool { files.database.identity == identity }

  /// Finds a response and checks it; a broken one is dropped.
  func response(for key: CacheKey) throws(CacheError) -> (id: Int64, response: StoredResponse)? {
    guard let row = try database.row(for: key.digest) else { return nil }
    guard let response = response(of: row), response.key == key else {
      try drop(row)
      return nil
    }
    return (row.id, response)
  }

  /// Keeps a response; one that is too large for the budget only takes the old one out.
  func store(_ response: StoredResponse, now: Int) throws(CacheError) {
    guard response.body.byteCount <= budget / 10 else { return try remove(response.key) }
    let digest = response.key.digest
    let name: String
    switch response.body {
    case .bytes: name = ""
    case .file: name = ResponseFiles.bodyName(digest: digest)
    }
    guard let checksum = checksum(of: response.body) else { throw .unusable(errno: 5) }
    let record = ResponseRecord(response, bodyChecksum: checksum, fileName: name).encoded
    let row = ResponseRow(
      id: 0, digest: digest, record: record, body: response.body.inline, fileName: name)
    let old = try database.replace(
      row, byteCount: record.count + response.body.byteCount, now: now
    ) {
      if case .file(let file) = response.body { try files.keep(file, as: name) }
    }
    if let old { files.remove([old]) }
  }

  /// Notes that an origin has said that a response still holds.
  /// - Parameters:
  ///   - response: The response with what the origin has said of it, which may be another tag.
  ///   - asked: The response as it was when the origin was asked about it.
  ///   - now: The seconds since 1970.
  /// - Throws: `CacheError`; nothing has changed.
  func confirm(
    _ response: StoredResponse, asked: StoredResponse, now: Int
  ) throws(CacheError) {
    guard let row = try database.row(for: response.key.digest),
      let record = ResponseRecord(encoded: row.record), record.key == response.key
    else { return }
    let confirmed = ResponseRecord(
      response, bodyChecksum: record.bodyChecksum, fileName: record.fileName)
    // Another program may have kept a newer body meanwhile: then it also knows better.
    guard confirmed.bodyByteCount == record.bodyByteCount,
      ["etag", "last-modified"].allSatisfy({ asked.headers[$0] == record.headers[$0] })
    else { return }
    try database.confirm(row.id, record: confirmed.encoded, now: now)
  }

  /// Takes a response out.
  func remove(_ key: CacheKey) throws(CacheError) {
    if let row = try database.row(for: key.digest) { try drop(row) }
  }

  /// Takes some of the least recently used out where there is more than a limit, in bytes, and tells
  /// whether there still is: a few at a time, so that others are served in between.
  func trim(to limit: Int) throws(CacheError) -> Bool {
    let excess = try database.usage().byteCount - limit
    guard excess > 0 else { return false }
    let names = try database.removeOldest(16, untilGone: excess)
    files.remove(names)
    return !names.isEmpty
  }

  /// Reads the row's record and body; nil where anything is not as it was written.
  func response(of row: ResponseRow) -> StoredResponse? {
    guard let record = ResponseRecord(encoded: row.record), record.fileName == row.fileName,
      let body = body(of: row, record), body.byteCount == record.bodyByteCount,
      checksum(of: body) == record.bodyChecksum
    else { return nil }
    return record.response(body)
  }

  private func body(of row: ResponseRow, _ record: ResponseRecord) -> HTTPBody? {
    if record.fileName.isEmpty { return row.body.map { .bytes($0) } }
    return files.open(record.fileName, byteCount: record.bodyByteCount).map { .file($0) }
  }

  /// Whether a row lies under its own name and is as it was written.
  func isWhole(_ row: ResponseRow) -> Bool {
    response(of: row).map { $0.key.digest == row.digest } ?? false
  }

  /// Removes what killed programs left behind, and returns how many files.
  func sweep() throws(CacheError) -> Int {
    try files.sweep(named: database.fileNames)
  }

  /// Takes a row out with its file.
  func drop(_ row: ResponseRow) throws(CacheError) {
    let name = try database.remove(row.id)
    if let name { files.remove([name]) }
  }

  private func checksum(of body: HTTPBody) -> UInt64? {
    var hash = XXHash64()
    switch body {
    case .bytes(let bytes): hash.add(bytes[...])
    case .file(let file):
      do throws(SystemError) {
        try file.forEachChunk { hash.add($0) }
      } catch {
        return nil
      }
    }
    return hash.value
  }
}

extension HTTPBody {
  fileprivate var inline: [UInt8]? {
    guard case .bytes(let bytes) = self else { return nil }
    return bytes
  }
}
