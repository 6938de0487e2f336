package import Base
package import Imaging

/// What the index keeps of the looks of one photo: which version of its file was looked at, and what that looks like.
package struct PhotoLook: Hashable, Sendable {
  /// The version of the file.
  package let version: IndexedVersion
  /// What it looks like.
  package let hash: DifferenceHash
  /// How sharp it is; nil where nobody has measured that yet.
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
  package func looks(of names: FileNames, in folder: ByteString) -> [PhotoLook?] {
    let found = attempt { database throws(CacheError) in try database.looks(of: names, in: folder) }
    return found ?? Array(repeating: nil, count: names.count)
  }

  /// Keeps what photos of one folder look like, and makes room for it; others are served in between.
  ///
  /// How sharp a version of a file is stays known where only the rest is told again.
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
  /// The values of its row behind the folder.
  func values(named name: [UInt8]) -> [SQLiteValue] {
    [
      .blob(name), .integer(version.byteCount), .integer(version.modified),
      .integer(version.changed), .integer(Int64(bitPattern: version.inode)),
      .blob(hash.packed),
      sharpness.map { .integer(Int64($0.hundredths)) } ?? .null,
    ]
  }

  /// Reads such a row, which begins with the name; nil where it means nothing.
  init?(_ row: borrowing SQLiteRow) {
    guard let byteCount = row.integer(1), byteCount >= 0, let modified = row.integer(2),
      let changed = row.integer(3), let inode = row.integer(4),
      let hash = row.blob(5).flatMap(DifferenceHash.init(packed:))
    else { return nil }
    let version = IndexedVersion(
      byteCount: byteCount, modified: modified, changed: changed,
      inode: UInt64(bitPattern: inode))
    self.init(
      version: version, hash: hash,
      sharpness: row.integer(6).map { Sharpness(hundredths: Int($0)) })
  }
}

extension DifferenceHash {
  /// The bits, the lowest byte first, and the fields where they are known.
  fileprivate var packed: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) } + (fields?.bytes ?? [])
  }

  /// Reads what `packed` gave; nil where it is something else.
  fileprivate init?(packed: [UInt8]) {
    guard packed.count >= 8 else { return nil }
    let bits = packed.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let rest = Array(packed.dropFirst(8))
    let fields = FieldMeans(bytes: rest)
    guard rest.isEmpty || fields != nil else { return nil }
    self.init(bits: bits, fields: fields)
  }
}
