package import Imaging
internal import SQLite
package import Values

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
      .integer(Int64(bitPattern: hash.bits)),
      sharpness.map { .integer(Int64($0.hundredths)) } ?? .null,
    ]
  }

  /// Reads such a row, which begins with the name; nil where it means nothing.
  init?(_ row: borrowing SQLiteRow) {
    guard let byteCount = row.integer(1), byteCount >= 0, let modified = row.integer(2),
      let changed = row.integer(3), let inode = row.integer(4), let bits = row.integer(5)
    else { return nil }
    let version = IndexedVersion(
      byteCount: byteCount, modified: modified, changed: changed,
      inode: UInt64(bitPattern: inode))
    self.init(
      version: version, hash: DifferenceHash(bits: UInt64(bitPattern: bits)),
      sharpness: row.integer(6).map { Sharpness(hundredths: Int($0)) })
  }
}
