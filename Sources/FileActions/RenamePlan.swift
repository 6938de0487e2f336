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
  private let renames: [FileRename]
  private let identities: [ByteString: FileIdentity]

  /// Checks the plan; throws the first conflict.
  ///
  /// With `isUndo`, files get previous names back, and may share a sidecar again. `listed` is nil
  /// to skip the check of versions.
  init(
    _ renames: [FileRename], isUndo: Bool = false, listed: ListedFiles? = nil
  ) throws(FileActionError) {
    var problems: [FileActionError] = []
    self.init(renames, isUndo: isUndo, listed: listed, problems: &problems)
    if let first = problems.first { throw first }
  }

  /// Appends all conflicts to `problems`; the plan must not run if there is one.
  init(
    _ renames: [FileRename], isUndo: Bool = false, listed: ListedFiles?,
    problems: inout [FileActionError]
  ) {
    self.renames = renames.filter { $0.path.lastName != $0.name }
    var sources: Set<ByteString> = []
    for rename in self.renames where !sources.insert(rename.source).inserted {
      problems.append(.sameName(FileName(lastOf: rename.path)))
    }
    var (targets, identities): (Set<ByteString>, [ByteString: FileIdentity]) = ([], [:])
    for rename in self.renames {
      do throws(FileActionError) {
        let place = try FilePlace(rename.path)
        identities[rename.path] = try place.identity()
        try place.check(rename.path, listed)
        let target = try FilePlace(rename.name, in: rename.path.folderPath)
        guard targets.insert(rename.target).inserted else {
          throw .sameName(FileName(rename.name))
        }
        guard sources.contains(rename.target) || target.status == nil else {
          throw .taken(FileName(rename.name))
        }
      } catch {
        problems.append(error)
      }
    }
    self.identities = identities
    if problems.isEmpty {
      problems = sidecarProblems(leaving: sources, coming: targets, isUndo)
    }
  }

  /// The photos that would take over another one's sidecar.
  private func sidecarProblems(
    leaving: Set<ByteString>, coming: Set<ByteString>, _ isUndo: Bool
  ) -> [FileActionError] {
    var collisions = SidecarCollisions()
    let changes = SidecarCollisions.Changes(leaving: leaving, coming: coming)
    return renames.compactMap { rename in
      guard let found = collisions.sidecar(takenOverBy: rename.target, changes, sharing: isUndo)
      else { return nil }
      // It may already be this photo's, if only the extension changes.
      let (names, old) = (SidecarNames([found]), rename.path.lastName)
      guard names.candidates(for: old).isEmpty, names.rawCandidates(for: old).isEmpty else {
        return nil
      }
      return .sidecarThere(FileName(found), FileName(rename.name))
    }
  }

  /// Performs the renames, and reverts them if one fails.
  func run() throws(FileActionError) -> [ByteString: FileIdentity] {
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
    try FileMove.move(FilePlace(step.path), to: FilePlace(step.target), as: .rename)
  }

  /// Orders the renames so that each name is unused when its turn comes.
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

  /// A name that is unused now and after all renames.
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
}

extension FileActions {
  /// Renames photos, which may exchange names, all or none.
  ///
  /// Companions are renamed too: `b.jpg.xmp`, `b.xmp` and `b.cr2` for `b.jpg`. On errors every file
  /// has its old name.
  package func rename(_ renames: [FileRename]) throws(FileActionError) -> ActionStep {
    let result = result(of: renames)
    if let first = result.failures.first { throw first }
    return result.step
  }

  /// Like `rename`; the failures are all conflicts.
  package func result(of renames: [FileRename]) -> ActionResult {
    let all = withCompanions(renames)
    var result = ActionResult(step: ActionStep(kind: .rename))
    let plan = RenamePlan(all.map(\.rename), listed: listed, problems: &result.failures)
    guard result.failures.isEmpty else { return result }
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
  ///
  /// `names` are the new names by path.
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
