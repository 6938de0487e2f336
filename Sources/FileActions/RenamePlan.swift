package import Base
import Glibc

/// A new name for a photo, in the same folder.
package struct FileRename: Hashable, Sendable {
  package let path: ByteString
  package let name: ByteString

  package init(_ path: ByteString, to name: ByteString) {
    self.path = path
    self.name = name
  }

  var target: ByteString { path.folderPath.appending(name) }
}

/// Renames files, all or none, after checking the whole plan; names may be exchanged.
struct RenamePlan {
  /// The plan does not run if there is one.
  let conflicts: [FileActionError]
  private let renames: [FileRename]
  private let identities: [ByteString: FileIdentity]

  /// With `isUndo`, files get previous names back, and may share a sidecar again. `listed` is nil
  /// to skip the check of versions.
  init(_ renames: [FileRename], isUndo: Bool = false, listed: ListedFiles? = nil) {
    let renames = renames.filter { $0.path.lastName != $0.name }
    var conflicts: [FileActionError] = []
    var sources: Set<ByteString> = []
    for rename in renames where !sources.insert(rename.source).inserted {
      conflicts.append(.sameName(FileName(lastOf: rename.path)))
    }
    var (targets, identities): (Set<ByteString>, [ByteString: FileIdentity]) = ([], [:])
    for rename in renames {
      do throws(FileActionError) {
        let place = try FilePlace(rename.path)
        identities[rename.path] = try place.identity()
        try place.check(rename.path, listed)
        let target = try FilePlace(rename.name, in: rename.path.folderPath)
        guard isUndo || !rename.hides else { throw .badName(FileName(rename.name), .isHidden) }
        guard targets.insert(rename.target).inserted else { throw .sameName(FileName(rename.name)) }
        guard sources.contains(rename.target) || target.status == nil else {
          throw .taken(FileName(rename.name))
        }
      } catch {
        conflicts.append(error)
      }
    }
    if conflicts.isEmpty {
      var collisions = SidecarCollisions()
      let changes = SidecarCollisions.Changes(leaving: sources, coming: targets)
      conflicts = renames.compactMap { rename in
        let sidecar = collisions.sidecar(takenOverBy: rename.target, changes, sharing: isUndo)
        return sidecar.flatMap { rename.collision(with: $0) }
      }
    }
    (self.conflicts, self.renames, self.identities) = (conflicts, renames, identities)
  }

  /// Performs the renames, and reverts them if one fails; returns the files by their old paths.
  func run() throws(FileActionError) -> [ByteString: FileIdentity] {
    if let first = conflicts.first { throw first }
    try ProgramEnding.hold { () throws(FileActionError) in
      var done: [FileRename] = []
      do throws(FileActionError) {
        for step in try steps() {
          _ = try Self.rename(step)
          done.append(step)
        }
      } catch {
        for step in done.reversed() { _ = try? Self.rename(step.reversed) }
        throw error
      }
    }
    return identities
  }

  private static func rename(_ step: FileRename) throws(FileActionError) -> FileIdentity {
    try FilePlace(step.path).move(to: FilePlace(step.target), as: .rename)
  }

  private func steps() throws(FileActionError) -> [FileRename] {
    var pending = Dictionary(uniqueKeysWithValues: renames.map { ($0.source, $0) })
    var steps: [FileRename] = []
    for rename in renames {
      guard let first = pending.removeValue(forKey: rename.source) else { continue }
      var chain = [first]
      while let next = pending.removeValue(forKey: chain[chain.count - 1].target) {
        chain.append(next)
      }
      let last = chain[chain.count - 1]
      guard last.target == first.source else {
        steps += chain.reversed()
        continue
      }
      // A cycle: the last file gets a spare name until the others are renamed.
      let spare = try spareName(for: last)
      steps.append(FileRename(last.path, to: spare))
      steps += chain.dropLast().reversed()
      steps.append(FileRename(last.path.folderPath.appending(spare), to: last.name))
    }
    return steps
  }

  private func spareName(for rename: FileRename) throws(FileActionError) -> ByteString {
    var number = 1
    while true {
      let name = FileNameRule.name(rename.path.lastName, number: number)
      let place = try FilePlace(name, in: rename.path.folderPath)
      if place.status == nil, !renames.contains(where: { $0.name == name }) { return name }
      number += 1
    }
  }
}

extension FileRename {
  /// The path in the same form as `target`.
  fileprivate var source: ByteString { path.folderPath.appending(path.lastName) }
  fileprivate var reversed: FileRename { FileRename(target, to: path.lastName) }

  /// Whether the file would no longer be listed.
  fileprivate var hides: Bool {
    let dot = UInt8(ascii: ".")
    return name.bytes.first == dot && path.lastName.bytes.first != dot
  }

  /// Nil if the sidecar may already be this photo's, if only the extension changes.
  fileprivate func collision(with sidecar: ByteString) -> FileActionError? {
    let (names, old) = (SidecarNames([sidecar]), path.lastName)
    guard names.candidates(for: old).isEmpty, names.rawCandidates(for: old).isEmpty else {
      return nil
    }
    return .sidecarThere(FileName(sidecar), FileName(name))
  }
}

extension FileActions {
  /// Renames photos, which may exchange names, and companions (`b.jpg.xmp`, `b.xmp` and `b.cr2`
  /// with `b.jpg`), all or none. The failures are all conflicts.
  package func rename(_ renames: [FileRename]) -> ActionResult {
    let all = withCompanions(renames)
    let plan = RenamePlan(all.map(\.rename), listed: listed)
    var result = ActionResult(.rename, failures: plan.conflicts)
    guard plan.conflicts.isEmpty else { return result }
    do throws(FileActionError) {
      let identities = try plan.run()
      result.step.changes = all.compactMap { rename, isCompanion in
        identities[rename.path].map {
          ActionStep.Change(
            from: rename.path, to: rename.target, isCompanion: isCompanion, identity: $0)
        }
      }
    } catch {
      result.failures = [error]
    }
    return result
  }

  private func withCompanions(
    _ renames: [FileRename]
  ) -> [(rename: FileRename, isCompanion: Bool)] {
    var all = renames.map { (rename: $0, isCompanion: false) }
    let names = Dictionary(renames.map { ($0.source, $0.name) }) { first, _ in first }
    for group in Companions.groups(of: renames.map(\.path), .pairs) {
      guard let last = group.photos.last, let stem = names[group.folder.appending(last)]?.stem
      else { continue }
      for companion in group.companions {
        let tail = companion.bytes.dropFirst(group.stem.bytes.count)
        // A companion named after the whole file name follows that.
        let name =
          newName(after: companion.stem, in: group, names).map {
            $0.bytes + companion.bytes.dropFirst(companion.stem.bytes.count)
          }
          ?? stem.bytes + tail
        all.append((FileRename(group.folder.appending(companion), to: ByteString(name)), true))
      }
    }
    return all
  }

  /// The new name of the photo that a sidecar is named after, ignoring case; nil if unchanged.
  private func newName(
    after stem: ByteString, in group: FileGroup, _ names: [ByteString: ByteString]
  ) -> ByteString? {
    if let name = names[group.folder.appending(stem)] { return name }
    let photo = group.photos.first { $0.lowercasedASCII == stem.lowercasedASCII }
    guard let photo, let name = names[group.folder.appending(photo)],
      name.bytes.dropFirst(name.stem.bytes.count) != photo.bytes.dropFirst(photo.stem.bytes.count),
      !group.companions.contains(where: { $0.stem == photo })
    else { return nil }
    return name
  }
}
