import Base

extension FileActions {
  /// Restores photos and the sidecars trashed with them to where they were; blocks. Missing folders
  /// are made again. If a name is in use, a number is added.
  package func restore(
    _ entries: [TrashEntry], control: ActionControl = ActionControl()
  ) -> ActionResult {
    var result = ActionResult(.restore)
    var (found, collisions) = (TrashedGroups(self), SidecarCollisions())
    let groups = found.groups(of: entries, failures: &result.failures)
    let others = each(of: groups, control) { group, onProgress in
      failures { () throws(FileActionError) in
        if isMissing(group.folder) {
          try makeFolder(group.folder)
          result.madeFolders.append(group.folder)
        }
        // A photo that returns shares its stem's sidecar with those that have stayed.
        let changes = try GroupPlacing(
          group: group, folder: group.folder, listed: listed, sharesSidecars: group.sources != nil,
          onProgress: onProgress
        )
        .move(&collisions)
        trash.forget(group.paths)
        result.restored += group.paths
        result.add(changes, of: group.photos)
      }
    }
    result.failures += others
    return result
  }
}

extension Trash {
  func forget(_ paths: [ByteString]) {
    for path in paths {
      guard let folder = try? opened(path.folderPath.folderPath, for: path) else { continue }
      folder.forget(path.lastName)
    }
  }
}

/// Finds the sidecars, and the halves of RAW+JPEG pairs, that were trashed with photos.
///
/// The names of the files in the trash have a number if photos from several folders met there, so
/// that only the records say what belongs together.
struct TrashedGroups {
  private let trash: Trash
  private let joinsPairs: Bool
  private let isErasing: Bool
  /// The names in a folder of trashed files with their lower case, by which they are sorted.
  private var listed: [ByteString: [(name: ByteString, lowercased: [UInt8])]] = [:]
  private var taken: Set<ByteString> = []

  /// The most seconds between the deletions of a photo and of its sidecar.
  private static let longestGap = 10

  /// If `isErasing`, the other half of a pair, which is a photo of its own in the trash, and a
  /// sidecar that another trashed photo needs are left out.
  init(_ actions: FileActions, isErasing: Bool = false) {
    (trash, self.isErasing) = (actions.trash, isErasing)
    joinsPairs = actions.joinsPairs
  }

  /// In the order of the entries; one that is part of an earlier group has none of its own.
  mutating func groups(of entries: [TrashEntry], failures: inout [FileActionError]) -> [FileGroup] {
    var groups: [FileGroup] = []
    for entry in entries where !taken.contains(entry.path) {
      do throws(FileActionError) {
        groups.append(try group(of: entry))
      } catch {
        failures.append(error)
      }
    }
    return groups
  }

  private mutating func group(of entry: TrashEntry) throws(FileActionError) -> FileGroup {
    let (folder, name) = (entry.path.folderPath, entry.path.lastName)
    let opened = try trash.opened(folder.folderPath, for: entry.path, top: entry.top)
    guard opened.entry(name, in: folder) == entry else { throw .notInTrash(FileName(name)) }
    guard let original = entry.original else {
      guard isErasing else { throw .noRecord(FileName(name)) }
      return FileGroup(folder: folder, photos: [name])
    }
    let companions = companions(of: entry, original, in: opened)
    let paths = [entry.path] + companions.map(\.path)
    taken.formUnion(paths)
    return FileGroup(
      folder: original.folderPath, photos: [original.lastName],
      companions: companions.compactMap { $0.original?.lastName }, sources: paths,
      staysOnDevice: entry.top != nil)
  }

  /// Of several files that had the same path, the one trashed at about the photo's time.
  private mutating func companions(
    of entry: TrashEntry, _ original: ByteString, in trash: borrowing TrashFolder
  ) -> [TrashEntry] {
    let folder = entry.path.folderPath
    var nearest: [ByteString: TrashEntry] = [:]
    // Every trash begins a name with the original stem, which may be cut at its end.
    let start = original.lastName.stem.lowercasedASCII.bytes.prefix(100)
    for name in names(in: folder, beginning: start) where name != entry.path.lastName {
      let other = trash.entry(name, in: folder)
      guard let path = other.original, path.folderPath == original.folderPath, path != original,
        !taken.contains(other.path), Self.gap(entry, other) <= Self.longestGap
      else { continue }
      let best = nearest[path.lastName].map { Self.gap(entry, $0) } ?? .max
      if Self.gap(entry, other) < best { nearest[path.lastName] = other }
    }
    let relatives = nearest.keys.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    let extent: Companions.Extent =
      isErasing ? .sidecars : joinsPairs ? .pairsOfCopies : .allSidecars
    return Companions.companions(of: [original.lastName], among: relatives, extent)
      .compactMap { nearest[$0] }
  }

  private static func gap(_ first: TrashEntry, _ second: TrashEntry) -> Int {
    guard let first = first.deleted, let second = second.deleted else { return .max }
    return abs(first - second)
  }

  private mutating func names(
    in folder: ByteString, beginning start: ArraySlice<UInt8>
  ) -> [ByteString] {
    let known =
      listed[folder]
      ?? DirectoryStream.names(at: folder)
      .map { (name: $0, lowercased: $0.lowercasedASCII.bytes) }
      .sorted { $0.lowercased.lexicographicallyPrecedes($1.lowercased) }
    listed[folder] = known
    let first = known.partitioningIndex { !$0.lowercased.lexicographicallyPrecedes(start) }
    return known[first...].prefix { $0.lowercased.starts(with: start) }.map(\.name)
  }
}
