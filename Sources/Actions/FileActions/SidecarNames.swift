import System
package import Values

/// Sidecars of a folder by the names of photos, whatever the case of their letters (of ASCII).
package struct SidecarNames: Sendable {
  /// The names as they are written, sorted, by their stems in lower case.
  private var names: [ByteString: [ByteString]] = [:]
  /// The names of those of raw files, sorted, by the stems of these.
  private var raws: [ByteString: [ByteString]] = [:]

  /// Takes names, in any order, of which those of sidecars are kept.
  package init(_ names: some Sequence<ByteString>) {
    for name in names where name.isSidecar { insert(name) }
  }

  /// Lists a folder, of which there are none where it cannot be read; blocks.
  init(in folder: ByteString) {
    guard let opened = DeepPath.openFolder(folder.bytes),
      var stream = try? DirectoryStream(reading: opened)
    else { return }
    while let entry = try? stream.next(where: { $0.isSidecarName }) { insert(entry.name) }
  }

  /// Whether there is none.
  package var isEmpty: Bool { names.isEmpty }

  /// Adds a sidecar.
  mutating func insert(_ name: ByteString) {
    let stem = name.stem
    Self.insert(name, into: &names[stem.lowercasedASCII, default: []])
    if stem.isRaw { Self.insert(name, into: &raws[stem.stem, default: []]) }
  }

  private static func insert(_ name: ByteString, into names: inout [ByteString]) {
    let place = names.firstIndex { !$0.bytes.lexicographicallyPrecedes(name.bytes) } ?? names.count
    if place == names.count || names[place] != name { names.insert(name, at: place) }
  }

  /// The sidecars that may be a photo's: `a.jpg.xmp` before `a.xmp`, and of each the name in the photo's own case first.
  package func candidates(for photo: ByteString) -> [ByteString] {
    guard !names.isEmpty else { return [] }
    let stem = photo.stem
    return candidates(of: photo) + (stem == photo ? [] : candidates(of: stem))
  }

  private func candidates(of stem: ByteString) -> [ByteString] {
    guard let found = names[stem.lowercasedASCII] else { return [] }
    guard found.count > 1 else { return found }
    let usual = ByteString(stem.bytes + ".xmp".utf8)
    let others = found.filter { $0 != usual }
    var ordered = found.filter { $0 == usual }
    ordered += others.filter { $0.stem == stem }
    return ordered + others.filter { $0.stem != stem }
  }

  /// The sidecars of the raw files that a picture may be one photo with, `a.cr2.xmp` for `a.jpg`; sorted.
  package func rawCandidates(for picture: ByteString) -> [ByteString] {
    picture.isPairedWithRaw ? raws[picture.stem] ?? [] : []
  }
}

/// Keeps photos that get other paths from taking over sidecars that lie where theirs would be.
struct SidecarCollisions {
  /// What changes besides the photo.
  struct Changes {
    /// The paths of sidecars that go away.
    var leaving: Set<ByteString> = []
    /// The sidecars that come with the photos, by their folders.
    private(set) var coming: [ByteString: SidecarNames] = [:]

    /// Takes the paths of files that come, of which sidecars count.
    init(leaving: Set<ByteString> = [], coming paths: some Sequence<ByteString>) {
      self.leaving = leaving
      for path in paths where path.lastName.isSidecar {
        coming[path.folderPath, default: SidecarNames([])].insert(path.lastName)
      }
    }
  }

  private var folders: [ByteString: SidecarNames] = [:]

  /// Looks for a sidecar that a photo would take over; blocks where its folder has not been listed yet.
  /// - Parameters:
  ///   - path: The path that the photo gets.
  ///   - changes: What becomes of sidecars at the same time.
  ///   - sharing: Whether a sidecar counts for nothing that another photo of the stem has already.
  /// - Returns: Its name; nil where there is none.
  mutating func sidecar(
    takenOverBy path: ByteString, _ changes: Changes, sharing: Bool = false
  ) -> ByteString? {
    let (folder, photo) = (path.folderPath, path.lastName)
    guard !photo.isSidecar else { return nil }
    let names = folders[folder] ?? SidecarNames(in: folder)
    folders[folder] = names
    guard !names.isEmpty else { return nil }
    let found = names.candidates(for: photo).filter { name in
      !changes.leaving.contains(folder.appending(name))
        && (name.stem == photo || name.stem == photo.stem || !Self.isThere(name.stem, in: folder))
    }
    let coming = changes.coming[folder]?.candidates(for: photo) ?? []
    if let first = SidecarNames(found + coming).candidates(for: photo).first {
      guard !coming.contains(first) else { return nil }
      let isShared =
        sharing && first.stem == photo.stem && Self.hasPhoto(of: first.stem, in: folder)
      return isShared ? nil : first
    }
    return names.rawCandidates(for: photo).first {
      !changes.leaving.contains(folder.appending($0)) && !Self.isThere($0.stem, in: folder)
    }
  }

  /// Looks which photos of a step would take over sidecars.
  /// - Parameters:
  ///   - changes: The changes of the step.
  ///   - destination: Where a file is to be.
  /// - Returns: Why they cannot be there, by these paths.
  static func collisions(
    of changes: [ActionStep.Change], at destination: (ActionStep.Change) -> ByteString
  ) -> [ByteString: FileActionError] {
    let paths = changes.filter { $0.content == nil }.map(destination)
    let changes = Changes(coming: paths)
    var (folders, found) = (SidecarCollisions(), [ByteString: FileActionError]())
    for path in paths {
      let sidecar = folders.sidecar(takenOverBy: path, changes, sharing: true)
      found[path] = sidecar.map { .sidecarThere(FileName($0), FileName(lastOf: path)) }
    }
    return found
  }

  /// Notes that a file has come.
  mutating func insert(_ path: ByteString) {
    if path.lastName.isSidecar { folders[path.folderPath]?.insert(path.lastName) }
  }

  private static func isThere(_ name: ByteString, in folder: ByteString) -> Bool {
    ((try? FilePlace(name, in: folder))?.status) != nil
  }

  private static func hasPhoto(of stem: ByteString, in folder: ByteString) -> Bool {
    Companions.names(in: folder).contains { !$0.isSidecar && $0.stem == stem }
  }
}
