package import Base

/// Searches all folders, each in a call of its own, so that other queries run in between.
extension PhotoIndex {
  /// Most frequent first; levels above a keyword count, too. A path has `|` between its levels.
  package func keywords() async -> [(value: String, count: Int)] {
    var lists: [String: Int] = [:]
    await forEachFolder { database, folder in
      for list in try database.keywords(in: folder) { lists[list, default: 0] += 1 }
    }
    var counts: [String: Int] = [:]
    for (list, count) in lists {
      var values: Set<Substring> = []
      for path in list.split(separator: "\n")
      where path.utf8.count <= PhotoDescription.wordByteLimit {
        values.insert(path)
        for end in path.indices where path[end] == "|" { values.insert(path[..<end]) }
      }
      for value in values { counts[String(value), default: 0] += count }
    }
    return counts.map { (value: $0.key, count: $0.value) }
      .sorted { $0.count == $1.count ? $0.value < $1.value : $0.count > $1.count }
  }

  /// The files that have the content of each record, as far as metadata says; also missing ones.
  package func files(
    like records: [PhotoRecord]
  ) async -> [[(path: ByteString, version: IndexedVersion)]] {
    let sizes = Dictionary(grouping: records.indices) { records[$0].version.byteCount }
    var found = records.map { _ in [(path: ByteString, version: IndexedVersion)]() }
    await forEachFolder { database, folder in
      let files = try database.records(ofSizes: Array(sizes.keys), in: folder)
      for (path, record) in files {
        for place in sizes[record.version.byteCount] ?? [] where record.isLike(records[place]) {
          found[place].append((path, record.version))
        }
      }
    }
    return found
  }
}

extension IndexDatabase {
  /// The keywords of the photos, one a line; those of a sidecar instead of its photo's.
  fileprivate func keywords(in folder: Folder) throws(SQLiteError) -> [String] {
    var (photos, sidecars): ([ArraySlice<UInt8>: String], [ArraySlice<UInt8>: String]) = ([:], [:])
    try run(
      "SELECT name, keywords FROM description WHERE folder = ? AND keywords IS NOT NULL",
      [.integer(folder.id)]
    ) { row in
      guard let name = row.blob(0), let keywords = row.text(1) else { return }
      let isSidecar = name.suffix(4).elementsEqual(".xmp".utf8)
      let stem = Self.stem(of: isSidecar ? name.dropLast(4) : name[...])
      if isSidecar { sidecars[stem] = keywords } else { photos[stem] = keywords }
    }
    return Array(photos.merging(sidecars) { $1 }.values)
  }

  private static func stem(of name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name
  }

  fileprivate func records(
    ofSizes sizes: [Int64], in folder: Folder
  ) throws(SQLiteError) -> [(path: ByteString, record: PhotoRecord)] {
    var names: [ByteString] = []
    let list = "[\(sizes.map { "\($0)" }.joined(separator: ","))]"
    try run(
      "SELECT name FROM photo WHERE folder = ?1 AND bytes IN (SELECT value FROM json_each(?2))",
      [.integer(folder.id), .text(list)]
    ) { row in
      if let name = row.blob(0) { names.append(ByteString(name)) }
    }
    guard !names.isEmpty else { return [] }
    let slash = UInt8(ascii: "/")
    let prefix = folder.path + (folder.path.last == slash ? [] : [slash])
    return zip(names, try records(of: names, in: ByteString(folder.path))).compactMap {
      name, record in record.map { (ByteString(prefix + name.bytes), $0) }
    }
  }
}
