package import Base

package struct SidecarNames: Sendable {
  /// By lower-case stem, sorted.
  private var names: [ByteString: [ByteString]] = [:]
  /// Sidecars of raw files by the raw file's stem, sorted.
  private var raws: [ByteString: [ByteString]] = [:]

  package init(_ names: some Sequence<ByteString>) {
    for name in names where name.isSidecar { insert(name) }
  }

  /// Blocks; empty if the folder cannot be read.
  init(in folder: ByteString) {
    self.init(DirectoryStream.names(at: folder) { $0.isSidecarName })
  }

  package var isEmpty: Bool { names.isEmpty }

  mutating func insert(_ name: ByteString) {
    let stem = name.stem
    Self.insert(name, into: &names[stem.lowercasedASCII, default: []])
    if stem.isRaw { Self.insert(name, into: &raws[stem.stem, default: []]) }
  }

  private static func insert(_ name: ByteString, into names: inout [ByteString]) {
    let place = names.firstIndex { !$0.bytes.lexicographicallyPrecedes(name.bytes) } ?? names.count
    if place == names.count || names[place] != name { names.insert(name, at: place) }
  }

  /// A photo's possible sidecars: `a.jpg.xmp` before `a.xmp`, each in the photo's exact case first.
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

  /// The sidecars of raw files that an image may be paired with, `a.cr2.xmp` for `a.jpg`; sorted.
  package func rawCandidates(for picture: ByteString) -> [ByteString] {
    picture.isPairedWithRaw ? raws[picture.stem] ?? [] : []
  }
}

struct SidecarCollisions {
  struct Changes {
    var leaving: Set<ByteString> = []
    private(set) var coming: [ByteString: SidecarNames] = [:]

    init(leaving: Set<ByteString> = [], coming paths: some Sequence<ByteString>) {
      self.leaving = leaving
      for path in paths where path.lastName.isSidecar {
        coming[path.folderPath, default: SidecarNames([])].insert(path.lastName)
      }
    }
  }

  private var folders: [ByteString: SidecarNames] = [:]

  /// The sidecar that a photo would take over at `path`; blocks to list a new folder. With
  /// `sharing`, sidecars that another photo of the stem already uses do not count.
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
        sharing && first.stem == photo.stem
        && DirectoryStream.names(at: folder).contains { !$0.isSidecar && $0.stem == first.stem }
      return isShared ? nil : first
    }
    return names.rawCandidates(for: photo).first {
      !changes.leaving.contains(folder.appending($0)) && !Self.isThere($0.stem, in: folder)
    }
  }

  static func collisions(of paths: [ByteString]) -> [ByteString: FileActionError] {
    let changes = Changes(coming: paths)
    var (folders, found) = (SidecarCollisions(), [ByteString: FileActionError]())
    for path in paths {
      let sidecar = folders.sidecar(takenOverBy: path, changes, sharing: true)
      found[path] = sidecar.map { .sidecarThere(FileName($0), FileName(lastOf: path)) }
    }
    return found
  }

  mutating func insert(_ path: ByteString) {
    if path.lastName.isSidecar { folders[path.folderPath]?.insert(path.lastName) }
  }

  private static func isThere(_ name: ByteString, in folder: ByteString) -> Bool {
    ((try? FilePlace(name, in: folder))?.status) != nil
  }
}
