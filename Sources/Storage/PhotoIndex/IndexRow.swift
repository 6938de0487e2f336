internal import Imaging
internal import SQLite

/// A row of the table of photos.
///
/// What it holds may be anything: the file may be another program's. Where a part of a row means nothing,
/// the row is as good as missing, and the photo's file is read again.
enum IndexRow {
  /// The values of a row behind its folder.
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - record: What is kept of it.
  ///   - words: The numbers of camera, lens and label.
  /// - Returns: As many as `IndexStatements.keep` takes.
  static func values(
    _ name: [UInt8], _ record: PhotoRecord, words: (Int64?, Int64?, Int64?)
  ) -> [SQLiteValue] {
    let version = record.version
    return [
      .blob(name), .integer(version.byteCount), .integer(version.modified),
      .integer(version.changed), .integer(Int64(bitPattern: version.inode)),
      SQLiteValue(record.captureDate?.wallMilliseconds),
      SQLiteValue(record.captureDate?.utcOffset.map(Int64.init)),
      SQLiteValue(record.size.map { Int64($0.width) }),
      SQLiteValue(record.size.map { Int64($0.height) }),
      SQLiteValue(record.iso.map(Int64.init)), SQLiteValue(thousandths(record.aperture)),
      SQLiteValue(thousandths(record.focalLength)), SQLiteValue(record.rating.map(Int64.init)),
      SQLiteValue(words.0), SQLiteValue(words.1), SQLiteValue(words.2),
      SQLiteValue(record.isPicked ? 1 : nil),
    ]
  }

  private static func thousandths(_ number: Float?) -> Int64? {
    number.map { Int64(($0 * PhotoRecord.parts).rounded()) }
  }

  /// Reads a row that begins with the name; nil where it means nothing.
  static func record(_ row: borrowing SQLiteRow, words: inout WordTable) -> PhotoRecord? {
    guard let byteCount = row.integer(1), byteCount >= 0, let modified = row.integer(2),
      let changed = row.integer(3), let inode = row.integer(4),
      let words = words.words(row.integer(13), row.integer(14), row.integer(15))
    else { return nil }
    var record = PhotoRecord(
      version: IndexedVersion(
        byteCount: byteCount, modified: modified, changed: changed,
        inode: UInt64(bitPattern: inode)))
    record.words = words.words
    if let wall = row.integer(5) {
      let offset = row.integer(6)
      guard let date = CaptureDate(wallMilliseconds: wall, utcOffset: offset.map(Int.init)) else {
        return nil
      }
      record.captureDate = date
    }
    if let width = row.integer(7), let height = row.integer(8) {
      guard let size = PhotoMetadata.size(width: Int(width), height: Int(height)) else {
        return nil
      }
      record.size = size
    }
    record.iso = row.integer(9).flatMap { UInt32(exactly: $0) }
    record.aperture = number(row.integer(10))
    record.focalLength = number(row.integer(11))
    record.rating = row.integer(12).flatMap { (-1...5).contains($0) ? Int8($0) : nil }
    record.isPicked = row.integer(16) == 1
    return record
  }

  /// The values of a row of the table of looks behind its folder.
  static func values(_ name: [UInt8], _ look: PhotoLook) -> [SQLiteValue] {
    let version = look.version
    return [
      .blob(name), .integer(version.byteCount), .integer(version.modified),
      .integer(version.changed), .integer(Int64(bitPattern: version.inode)),
      .integer(Int64(bitPattern: look.hash.bits)),
    ]
  }

  /// Reads such a row, which begins with the name; nil where it means nothing.
  static func look(_ row: borrowing SQLiteRow) -> PhotoLook? {
    guard let byteCount = row.integer(1), byteCount >= 0, let modified = row.integer(2),
      let changed = row.integer(3), let inode = row.integer(4), let bits = row.integer(5)
    else { return nil }
    let version = IndexedVersion(
      byteCount: byteCount, modified: modified, changed: changed,
      inode: UInt64(bitPattern: inode))
    return PhotoLook(version: version, hash: DifferenceHash(bits: UInt64(bitPattern: bits)))
  }

  private static func number(_ thousandths: Int64?) -> Float? {
    guard let thousandths, (1...1_000_000_000).contains(thousandths) else { return nil }
    return Float(thousandths) / PhotoRecord.parts
  }
}

extension SQLiteValue {
  /// A number, or `NULL`.
  fileprivate init(_ number: Int64?) {
    self = number.map { .integer($0) } ?? .null
  }
}

/// Words by their numbers, and one object for each three of them.
struct WordTable {
  /// Three words that may be none.
  struct Found {
    let words: PhotoWords?
  }

  private struct Numbers: Hashable {
    let camera: Int64?
    let lens: Int64?
    let label: Int64?
  }

  private let texts: [Int64: String]
  private var made: [Numbers: Found] = [:]

  init(_ texts: [Int64: String]) {
    self.texts = texts
  }

  /// The words with these numbers; nil where one of them has gone.
  mutating func words(_ camera: Int64?, _ lens: Int64?, _ label: Int64?) -> Found? {
    let numbers = Numbers(camera: camera, lens: lens, label: label)
    if let known = made[numbers] { return known }
    let known = [camera, lens, label].map { number in number.map { texts[$0] } }
    guard !known.contains(where: { $0 == .some(nil) }) else { return nil }
    let found = Found(
      words: PhotoWords(
        camera: known[0] ?? nil, lens: known[1] ?? nil, label: known[2] ?? nil))
    made[numbers] = found
    return found
  }
}
