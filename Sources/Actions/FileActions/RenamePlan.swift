import Glibc
import System
package import Values

/// Another name for a photo, in the same folder.
package struct FileRename: Hashable, Sendable {
  /// The photo's path.
  package let path: ByteString
  /// The name that it is to get.
  package let name: ByteString

  /// Takes a path and a name.
  package init(_ path: ByteString, to name: ByteString) {
    self.path = path
    self.name = name
  }

  /// The path that it will have.
  var target: ByteString { path.folderPath.appending(name) }
}

/// Several files get other names at once, which may be one another's: checked as a whole before anything is
/// done, and then done as a whole.
struct RenamePlan {
  private let renames: [FileRename]
  private let identities: [ByteString: FileIdentity]

  /// Checks that everything can be done.
  /// - Parameters:
  ///   - renames: The new names.
  ///   - isUndo: Whether they are names that the files had before: what shared a sidecar with others shares it again.
  ///   - listed: The versions of the files that were shown; nil where they are not checked.
  /// - Throws: What is in the way; nothing has been done.
  init(
    _ renames: [FileRename], isUndo: Bool = false, listed: ListedFiles? = nil
  ) throws(FileActionError) {
    self.renames = renames.filter { $0.path.lastName != $0.name }
    var sources: Set<ByteString> = []
    for rename in self.renames where !sources.insert(rename.source).inserted {
      throw .sameName(FileName(lastOf: rename.path))
    }
    var (targets, identities): (Set<ByteString>, [ByteString: FileIdentity]) = ([], [:])
    for rename in self.renames {
      let place = try FilePlace(rename.path)
      identities[rename.path] = try place.identity()
      try place.check(rename.path, listed)
      let target = try FilePlace(rename.name, in: rename.path.folderPath)
      guard targets.insert(rename.target).inserted else { throw .sameName(FileName(rename.name)) }
      guard sources.contains(rename.target) || target.status == nil else {
        throw .taken(FileName(rename.name))
      }
    }
    self.identities = identities
    try checkSidecars(leaving: sources, coming: targets, isUndo)
  }

  /// Checks that no photo takes over the sidecar of another one.
  private func checkSidecars(
    leaving: Set<ByteString>, coming: Set<ByteString>, _ isUndo: Bool
  ) throws(FileActionError) {
    var collisions = SidecarCollisions()
    let changes = SidecarCollisions.Changes(leaving: leaving, coming: coming)
    for rename in renames {
      guard let found = collisions.sidecar(takenOverBy: rename.target, changes, sharing: isUndo)
      else { continue }
      // It may have been that photo's before: only the extension of the photo changes.
      let (names, old) = (SidecarNames([found]), rename.path.lastName)
      guard names.candidates(for: old).isEmpty, names.rawCandidates(for: old).isEmpty else {
        continue
      }
      throw .sidecarThere(FileName(found), FileName(rename.name))
    }
  }

  /// Does it; what has been done is taken back where the rest cannot be.
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

  /// The renames in an order in which each name is free when its turn comes.
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
      // A circle: the last gives its name away, and gets its own when all others have theirs.
      let spare = try spareName(for: last)
      steps.append(FileRename(last.path, to: spare))
      steps += chain.dropLast().reversed()
      steps.append(FileRename(last.path.folderPath.appending(spare), to: last.name))
    }
    return steps
  }

  /// A name that is free now and in the end.
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
  /// The path in the form that targets have.
  fileprivate var source: ByteString { path.folderPath.appending(path.lastName) }
  /// The way back.
  fileprivate var reversed: FileRename { FileRename(target, to: path.lastName) }
}

extension FileActions {
  /// Gives photos other names, which may be one another's, all of them or none.
  ///
  /// With a photo goes what belongs to it, as where it is moved: `b.jpg.xmp`, `b.xmp` and `b.cr2` for `b.jpg`.
  /// - Throws: What is in the way; every file has the name that it had.
  package func rename(_ renames: [FileRename]) throws(FileActionError) -> ActionStep {
    let all = try withCompanions(renames)
    let identities = try RenamePlan(all.map(\.rename), listed: listed).run()
    return ActionStep(
      kind: .rename,
      changes: all.compactMap { rename, isCompanion in
        identities[rename.path].map {
          ActionStep.Change(
            from: rename.path, to: rename.target, isCompanion: isCompanion, identity: $0)
        }
      })
  }

  /// What comes of giving photos other names; otherwise as `rename`.
  package func result(of renames: [FileRename]) -> ActionResult {
    do throws(FileActionError) {
      return ActionResult(step: try rename(renames))
    } catch {
      return ActionResult(step: ActionStep(kind: .rename, changes: []), failures: [error])
    }
  }

  private func withCompanions(
    _ renames: [FileRename]
  ) throws(FileActionError) -> [(rename: FileRename, isCompanion: Bool)] {
    var all = renames.map { (rename: $0, isCompanion: false) }
    let names = Dictionary(renames.map { ($0.path.lastName, $0.name) }) { first, _ in first }
    for group in Companions.groups(of: renames.map(\.path), .pairs) {
      guard let last = group.photos.last, let stem = names[last]?.stem else { continue }
      for companion in group.companions {
        let tail = companion.bytes.dropFirst(group.stem.bytes.count)
        // What is called after a whole name goes after that.
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

  /// The new name of the photo that a sidecar is called after, in whatever case; nil where that gets none.
  private func newName(
    after stem: ByteString, in group: FileGroup, _ names: [ByteString: ByteString]
  ) -> ByteString? {
    if let name = names[stem] { return name }
    let photo = group.photos.first { $0.lowercasedASCII == stem.lowercasedASCII }
    guard let photo, let name = names[photo],
      name.bytes.dropFirst(name.stem.bytes.count) != photo.bytes.dropFirst(photo.stem.bytes.count),
      !group.companions.contains(where: { $0.stem == photo })
    else { return nil }
    return name
  }
}
