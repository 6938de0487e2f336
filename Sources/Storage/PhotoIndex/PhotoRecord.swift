package import Base
package import Imaging

/// A file version's metadata as stored in the index; units and ranges as in `PhotoMetadata`.
package struct PhotoRecord: Hashable, Sendable {
  package let version: IndexedVersion
  package var captureDate: CaptureDate?
  /// As it is shown, in pixels.
  package var size: PixelSize?
  package var iso: UInt32?
  package var aperture: Float?
  package var focalLength: Float?
  /// Of a video, in milliseconds.
  package var duration: UInt32?
  package var rating: Int8?
  package var isMotionPhoto = false
  /// Nil if there is no camera, lens or label.
  package var words: PhotoWords?

  /// Only from sidecars.
  package var isPicked = false
  /// The orientation of an image that has none itself; only from sidecars.
  package var turn: Orientation?
  /// Nil if there is none, or if the record is from the index, which reads it only on request.
  package var description: PhotoDescription?

  package init(version: IndexedVersion) {
    self.version = version
  }

  /// `version` must be from before the metadata was read, which is untrusted.
  package init(_ metadata: PhotoMetadata, version: IndexedVersion) {
    self.version = version
    captureDate = metadata.captureDate
    size = metadata.size
    iso = metadata.iso.flatMap { UInt32(exactly: $0) }
    aperture = metadata.aperture.flatMap(Self.kept)
    focalLength = metadata.focalLength.flatMap(Self.kept)
    duration = metadata.duration.flatMap { UInt32(exactly: $0) }
    rating = metadata.rating.flatMap { Int8(exactly: $0) }
    isMotionPhoto = metadata.isMotionPhoto == true
    words = PhotoWords(camera: metadata.camera, lens: metadata.lens, label: metadata.label)
    describe(metadata)
  }

  package mutating func describe(_ metadata: PhotoMetadata) {
    describe(PhotoDescription(metadata))
  }

  package mutating func describe(_ description: PhotoDescription) {
    self.description = description.isEmpty ? nil : description
  }

  /// Whether two files have the same content, as far as metadata says: also the same time of capture,
  /// else of modification.
  func isLike(_ other: PhotoRecord) -> Bool {
    let isSecond = captureDate?.precision == .second
    return version.byteCount == other.version.byteCount && captureDate == other.captureDate
      && size == other.size && words == other.words && iso == other.iso
      && aperture == other.aperture && focalLength == other.focalLength
      && (isSecond && size != nil || version.modified == other.version.modified)
  }

  /// Apertures and focal lengths are stored in thousandths.
  private static let parts: Float = 1000

  /// Rounded to thousandths; nil for an implausible number.
  private static func kept(_ number: Double) -> Float? {
    guard number > 0, number <= 1e6 else { return nil }
    return (Float(number) * parts).rounded() / parts
  }
}

/// Words that many photos have in common: an object shared by all that have the same.
package final class PhotoWords: Hashable, Sendable {
  package let camera, lens: String?
  package let label: String?

  package init?(camera: String?, lens: String?, label: String?) {
    guard camera != nil || lens != nil || label != nil else { return nil }
    (self.camera, self.lens, self.label) = (camera, lens, label)
  }

  package static func == (first: PhotoWords, second: PhotoWords) -> Bool {
    first === second
      || (first.camera, first.lens, first.label) == (second.camera, second.lens, second.label)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(camera)
    hasher.combine(lens)
    hasher.combine(label)
  }
}

/// Identifies a file's content by metadata, across mounts, which may change device numbers.
package struct IndexedVersion: Hashable, Sendable {
  package let byteCount: Int64
  /// The modification time in nanoseconds since 1970 UTC.
  package let modified: Int64
  /// The change time in nanoseconds since 1970 UTC.
  package let changed: Int64
  package let inode: UInt64

  package init(byteCount: Int64, modified: Int64, changed: Int64, inode: UInt64) {
    (self.byteCount, self.modified, self.changed) = (byteCount, modified, changed)
    self.inode = inode
  }

  package init(_ version: FileVersion) {
    self.init(
      byteCount: Int64(version.byteCount), modified: Self.nanoseconds(version.modified),
      changed: Self.nanoseconds(version.changed), inode: version.inode)
  }

  /// Saturates.
  package static func nanoseconds(_ time: FileTime) -> Int64 {
    let (whole, isTooFar) = Int64(time.seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return isTooFar ? (time.seconds < 0 ? .min : .max) : whole &+ Int64(time.nanoseconds)
  }

  package var modifiedTime: FileTime {
    let (seconds, rest) = modified.quotientAndRemainder(dividingBy: 1_000_000_000)
    return rest < 0
      ? FileTime(seconds: Int(seconds) - 1, nanoseconds: Int(rest) + 1_000_000_000)
      : FileTime(seconds: Int(seconds), nanoseconds: Int(rest))
  }
}

extension PhotoRecord {
  /// The columns after the name; `words` is the last.
  static let columns = """
    \(IndexedVersion.columns), taken, utc_offset, precision, width, height, iso, aperture,
    focal_length, rating, pick, orientation, duration, motion, words
    """

  /// The values of the columns except `words`.
  var values: [SQLiteValue] {
    version.values + [
      SQLiteValue(captureDate?.wallMilliseconds), SQLiteValue(captureDate?.utcOffset),
      SQLiteValue(captureDate?.precision.rawValue), SQLiteValue(size?.width),
      SQLiteValue(size?.height), SQLiteValue(iso), SQLiteValue(Self.thousandths(aperture)),
      SQLiteValue(Self.thousandths(focalLength)), SQLiteValue(rating),
      .integer(isPicked ? 1 : 0), SQLiteValue(turn?.rawValue), SQLiteValue(duration),
      .integer(isMotionPhoto ? 1 : 0),
    ]
  }

  private static func thousandths(_ number: Float?) -> UInt32? {
    number.flatMap { UInt32(exactly: ($0 * parts).rounded()) }
  }

  /// Nil for an invalid row, as another program may have written it: the file is read again then.
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
    duration = row.integer(16).flatMap { UInt32(exactly: $0) }
    isMotionPhoto = row.integer(17) == 1
    if let number = row.integer(18) {
      guard let found = words[number] else { return nil }
      self.words = found
    }
  }

  private static func number(_ thousandths: Int64?) -> Float? {
    thousandths.flatMap { (1...1_000_000_000).contains($0) ? Float($0) / parts : nil }
  }
}

extension IndexedVersion {
  static let columns = "bytes, modified, changed, inode"

  var values: [SQLiteValue] {
    [
      .integer(byteCount), .integer(modified), .integer(changed),
      .integer(Int64(bitPattern: inode)),
    ]
  }

  /// Reads the columns from the second on; nil if they are invalid.
  init?(_ row: borrowing SQLiteRow) {
    guard let byteCount = row.integer(1), byteCount >= 0, let modified = row.integer(2),
      let changed = row.integer(3), let inode = row.integer(4)
    else { return nil }
    self.init(
      byteCount: byteCount, modified: modified, changed: changed, inode: UInt64(bitPattern: inode))
  }
}

/// The perceptual hash of a photo, and the version of its file that it was computed from.
package struct PhotoLook: Hashable, Sendable {
  package let version: IndexedVersion
  package let hash: DifferenceHash
  package let sharpness: Sharpness?

  package init(version: IndexedVersion, hash: DifferenceHash, sharpness: Sharpness? = nil) {
    (self.version, self.hash, self.sharpness) = (version, hash, sharpness)
  }
}

extension PhotoLook {
  static let columns = "\(IndexedVersion.columns), hash, fields, sharpness"

  var values: [SQLiteValue] {
    version.values + [
      .integer(Int64(bitPattern: hash.bits)), hash.fields.map { .blob($0.bytes) } ?? .null,
      SQLiteValue(sharpness?.hundredths),
    ]
  }

  init?(_ row: borrowing SQLiteRow) {
    guard let version = IndexedVersion(row), let bits = row.integer(5) else { return nil }
    let bytes = row.blob(6)
    let fields = bytes.flatMap(FieldMeans.init(bytes:))
    guard (bytes == nil) == (fields == nil) else { return nil }
    self.init(
      version: version, hash: DifferenceHash(bits: UInt64(bitPattern: bits), fields: fields),
      sharpness: row.integer(7).map { Sharpness(hundredths: Int($0)) })
  }
}
