internal import Imaging

extension PhotoRecord {
  /// The columns of its row behind the name; `words` is the last.
  static let columns = """
    \(IndexedVersion.columns), taken, utc_offset, precision, width, height, iso, aperture,
    focal_length, rating, pick, orientation, words
    """

  /// What is in them, but for `words`.
  var values: [SQLiteValue] {
    version.values + [
      SQLiteValue(captureDate?.wallMilliseconds), SQLiteValue(captureDate?.utcOffset),
      SQLiteValue(captureDate?.precision.rawValue), SQLiteValue(size?.width),
      SQLiteValue(size?.height), SQLiteValue(iso), SQLiteValue(Self.thousandths(aperture)),
      SQLiteValue(Self.thousandths(focalLength)), SQLiteValue(rating),
      .integer(isPicked ? 1 : 0), SQLiteValue(turn?.rawValue),
    ]
  }

  private static func thousandths(_ number: Float?) -> UInt32? {
    number.flatMap { UInt32(exactly: ($0 * parts).rounded()) }
  }

  /// Reads a row; nil where a part of it means nothing, as another program may have written it: then the photo's
  /// file is read again.
  init?(_ row: borrowing SQLiteRow, _ words: [Int64: PhotoWords]) {
    guard let version = IndexedVersion(row) else { return nil }
    self.init(version: version)
    if let wall = row.integer(5) {
      let offset = row.integer(6).map { Int(Int16(clamping: $0)) }
      guard let number = row.integer(7).flatMap({ UInt8(exactly: $0) }),
        let precision = CaptureDate.Precision(rawValue: number),
        let date = CaptureDate(wallMilliseconds: wall, utcOffset: offset, precision: precision)
      else { return nil }
      captureDate = date
    }
    if let width = row.integer(8) {
      let size = row.integer(9).flatMap {
        PhotoMetadata.size(width: Int(width), height: Int($0))
      }
      guard let size else { return nil }
      self.size = size
    }
    iso = row.integer(10).flatMap { UInt32(exactly: $0) }
    aperture = Self.number(row.integer(11))
    focalLength = Self.number(row.integer(12))
    rating = row.integer(13).flatMap { (-1...5).contains($0) ? Int8($0) : nil }
    isPicked = row.integer(14) == 1
    if let orientation = row.integer(15) {
      guard let turn = Orientation(rawValue: Int(orientation)) else { return nil }
      self.turn = turn
    }
    if let number = row.integer(16) {
      guard let found = words[number] else { return nil }
      self.words = found
    }
  }

  private static func number(_ thousandths: Int64?) -> Float? {
    thousandths.flatMap { (1...1_000_000_000).contains($0) ? Float($0) / parts : nil }
  }
}

extension IndexedVersion {
  /// Its columns in a row, from the second on.
  static let columns = "bytes, modified, changed, inode"

  /// What is in them.
  var values: [SQLiteValue] {
    [
      .integer(byteCount), .integer(modified), .integer(changed),
      .integer(Int64(bitPattern: inode)),
    ]
  }

  /// Reads them; nil where they mean nothing.
  init?(_ row: borrowing SQLiteRow) {
    guard let byteCount = row.integer(1), byteCount >= 0, let modified = row.integer(2),
      let changed = row.integer(3), let inode = row.integer(4)
    else { return nil }
    self.init(
      byteCount: byteCount, modified: modified, changed: changed,
      inode: UInt64(bitPattern: inode))
  }
}
