package import Base
package import Imaging

/// What the index keeps of the looks of one photo: which version of its file was looked at, and what that looks like.
package struct PhotoLook: Hashable, Sendable {
  /// The version of the file.
  package let version: IndexedVersion
  /// What it looks like.
  package let hash: DifferenceHash
  /// Sharpness; nil if it has not been measured.
  package let sharpness: Sharpness?

  /// Takes all of it.
  package init(version: IndexedVersion, hash: DifferenceHash, sharpness: Sharpness? = nil) {
    (self.version, self.hash, self.sharpness) = (version, hash, sharpness)
  }
}

extension PhotoIndex {
  /// What photos look like, whatever version of them is there now.
  /// - Parameters:
  ///   - names: The names of files in one folder.
  ///   - folder: The absolute path of the folder.
  /// - Returns: What is known of each, in their order.
  package func looks(of names: [ByteString], in folder: ByteString) -> [PhotoLook?] {
    let found = attempt { database throws(CacheError) in try database.looks(of: names, in: folder) }
    return found ?? Array(repeating: nil, count: names.count)
  }

  /// Keeps what photos of one folder look like, and makes room for it; others are served in between.
  ///
  /// The sharpness of the same version of a file is kept if the new record has none.
  /// - Parameters:
  ///   - looks: The names of the files, and what they look like.
  ///   - folder: The absolute path of the folder.
  package func keep(
    _ looks: [(name: ByteString, look: PhotoLook)], in folder: ByteString
  ) async {
    await keep(looks.count) { database, places, now throws(CacheError) in
      try database.keep(looks[places], in: folder, now: now)
    }
  }
}

extension PhotoLook {
  /// The columns of its row behind the name.
  static let columns = "\(IndexedVersion.columns), hash, fields, sharpness"

  /// What is in them.
  var values: [SQLiteValue] {
    version.values + [
      .integer(Int64(bitPattern: hash.bits)), hash.fields.map { .blob($0.bytes) } ?? .null,
      SQLiteValue(sharpness?.hundredths),
    ]
  }

  /// Reads a row; nil where it means nothing.
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
