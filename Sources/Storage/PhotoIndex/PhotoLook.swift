package import Imaging

/// The perceptual hash of a photo, and the version of its file that it was computed from.
package struct PhotoLook: Hashable, Sendable {
  package let version: IndexedVersion
  package let hash: DifferenceHash
  /// Nil if it has not been measured.
  package let sharpness: Sharpness?

  package init(version: IndexedVersion, hash: DifferenceHash, sharpness: Sharpness? = nil) {
    (self.version, self.hash, self.sharpness) = (version, hash, sharpness)
  }
}

extension PhotoLook {
  /// The columns after the name.
  static let columns = "\(IndexedVersion.columns), hash, fields, sharpness"

  var values: [SQLiteValue] {
    version.values + [
      .integer(Int64(bitPattern: hash.bits)), hash.fields.map { .blob($0.bytes) } ?? .null,
      SQLiteValue(sharpness?.hundredths),
    ]
  }

  /// Nil for an invalid row.
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
