import Base
import Glibc

/// Moves or copies a group of files into a folder under unused names, all or none.
struct GroupPlacing {
  let group: FileGroup
  let folder: ByteString
  var listed: ListedFiles?
  /// Whether sidecars that other photos of the stem use already are no collision.
  var sharesSidecars = false
  /// Receives the number of bytes copied of a file; false cancels.
  let onProgress: (Int) -> Bool

  /// Moves all files or none; the photos must not take over existing sidecars in `collisions`.
  func move(_ collisions: inout SidecarCollisions) throws(FileActionError) -> [ActionStep.Change] {
    guard try !isInFolder() else { throw .alreadyThere(FileName(group.photos[0])) }
    return try move { (place, undo) throws(FileActionError) in
      try self.place(&collisions, place, undo: undo)
    }
  }

  /// Moves all files or none to the group's own names; throws `taken` if one is in use.
  func moveToOwnNames() throws(FileActionError) -> [ActionStep.Change] {
    try move { (place, undo) throws(FileActionError) in
      try attempt(group.names, place, undo: undo)
    }
  }

  private func move(_ placeAll: PlacingAll) throws(FileActionError) -> [ActionStep.Change] {
    do throws(FileActionError) {
      return try placeAll(
        { (source, target) throws(FileActionError) in
          try source.move(to: target, as: .move)
        },
        { _ = try FilePlace($0.to).move(to: FilePlace($0.from), as: .move) })
    } catch .failed(.move, _, SystemError(EXDEV)) where !group.staysOnDevice {
      return try moveAcross(placeAll)
    }
  }

  /// Copies to another file system, then removes the originals; on errors all are where they were.
  private func moveAcross(_ placeAll: PlacingAll) throws(FileActionError) -> [ActionStep.Change] {
    var originals: [ByteString: FileIdentity] = [:]
    let changes = try placeAll(
      { (source, target) throws(FileActionError) in
        originals[source.name] = try source.identity()
        return try source.copy(to: target, as: .move, onProgress: onProgress)
      }, removeCopy)
    var removed: [ActionStep.Change] = []
    do throws(FileActionError) {
      // Programs often save a file by replacing it.
      for change in changes
      where try FilePlace(change.from).identity() != originals[change.from.lastName] {
        throw .changedMeanwhile(FileName(lastOf: change.from))
      }
      for change in changes {
        try FilePlace(change.from).remove(as: .move)
        removed.append(change)
      }
      return changes
    } catch {
      // If an original cannot be removed, nothing is moved.
      for change in changes where !removed.contains(change) { try? removeCopy(change) }
      for change in removed {
        if (try? FilePlace(change.to).copy(to: FilePlace(change.from), as: .move)) != nil {
          try? removeCopy(change)
        }
      }
      throw error
    }
  }

  private func removeCopy(_ change: ActionStep.Change) throws {
    let copy = try FilePlace(change.to)
    if try copy.identity() == change.identity { try copy.remove() }
  }

  /// Copies all files or none, photos first; none if identical files exist in another folder.
  func copy(_ collisions: inout SidecarCollisions) throws(FileActionError) -> [ActionStep.Change] {
    let isDuplicate = try isInFolder()
    return try place(&collisions) { (source, target) throws(FileActionError) in
      try FileCopy(of: source, for: .copy).make(at: target, onProgress: onProgress)
    } isIdentical: { (source, target) throws(FileActionError) in
      guard !isDuplicate else { return false }
      return try FileCopy(of: source, for: .copy).hasContent(of: target)
    } undo: {
      try removeCopy($0)
    }
  }

  /// Copies all files or none, each read back from the disk; returns the hashes of the contents too.
  ///
  /// With `isResumed`, what a killed import has placed under the group's own names stays: photos if
  /// their content is the same, companions as they are.
  func copyVerified(
    _ collisions: inout SidecarCollisions, isResumed: Bool
  ) throws(FileActionError) -> (changes: [ActionStep.Change], hashes: [UInt64]) {
    var hashes: [ByteString: UInt64] = [:]
    var placed: Set<ByteString> = []
    func copy(
      _ source: borrowing FilePlace, _ target: borrowing FilePlace, isAccepting: Bool
    ) throws(FileActionError) -> FileIdentity {
      if isAccepting, let (identity, hash) = try accepted(target, of: source) {
        hashes[target.name] = hash
        placed.insert(target.name)
        return identity
      }
      var hash: UInt64 = 0
      let identity = try FileCopy(of: source, for: .copy).makeVerified(
        at: target, hash: &hash, onProgress: onProgress)
      hashes[target.name] = hash
      return identity
    }
    func undo(_ change: ActionStep.Change) throws {
      if !placed.contains(change.to.lastName) { try removeCopy(change) }
    }
    var changes: [ActionStep.Change] = []
    if isResumed {
      do throws(FileActionError) {
        changes = try attempt(
          group.names,
          { (source, target) throws(FileActionError) in
            try copy(source, target, isAccepting: true)
          }, undo: undo)
      } catch {
        guard case .taken = error else { throw error }
      }
    }
    if changes.isEmpty {
      changes = try place(&collisions) { (source, target) throws(FileActionError) in
        try copy(source, target, isAccepting: false)
      } undo: {
        try undo($0)
      }
    }
    return (changes, changes.map { hashes[$0.to.lastName] ?? 0 })
  }

  /// The identity and the source's hash of a file that a killed import has placed; nil if none is
  /// there. Throws `taken` for another photo.
  private func accepted(
    _ target: borrowing FilePlace, of source: borrowing FilePlace
  ) throws(FileActionError) -> (FileIdentity, UInt64)? {
    guard target.status != nil else { return nil }
    let identity = try target.identity()
    let hash = try source.hash()
    if group.photos.contains(target.name), try target.hash() != hash {
      throw .taken(FileName(target.name))
    }
    return (identity, hash)
  }

  /// Writes a new file as the group's only photo; no change if an identical file exists. `modified`
  /// is in seconds since 1970 in UTC; nil for now. On errors nothing is left of it.
  func write(_ bytes: [UInt8], modified: Int?) throws(FileActionError) -> [ActionStep.Change] {
    var collisions = SidecarCollisions()
    return try place(&collisions) { (_, target) throws(FileActionError) in
      do throws(SystemError) {
        let draft = try FileDraft.holding(bytes, in: target.folder, mode: 0o666) { file in
          guard let modified else { return true }
          let time = timespec(tv_sec: modified, tv_nsec: 0)
          return unsafe futimens(file.number, [time, time]) == 0
        }
        let identity = try draft.identity
        try draft.place(as: target.name)
        return identity
      } catch {
        let name = FileName(target.name)
        throw error == SystemError(EEXIST) ? .taken(name) : .failed(.copy, name, error)
      }
    } isIdentical: { (_, target) throws(FileActionError) in
      target.hasContent(bytes)
    } undo: { _ in
      // The only file: nothing to undo.
    }
  }

  private typealias Placing =
    (_ source: borrowing FilePlace, _ target: borrowing FilePlace) throws(FileActionError) ->
    FileIdentity

  private typealias Comparison =
    (_ source: borrowing FilePlace, _ target: borrowing FilePlace) throws(FileActionError) -> Bool

  private typealias PlacingAll =
    (Placing, _ undo: (ActionStep.Change) throws -> Void) throws(FileActionError) ->
    [ActionStep.Change]

  /// Tries numbers until all names are unused; no changes if all files of one are `isIdentical`.
  private func place(
    _ collisions: inout SidecarCollisions, _ place: Placing, isIdentical: Comparison? = nil,
    undo: (ActionStep.Change) throws -> Void
  ) throws(FileActionError) -> [ActionStep.Change] {
    var number = Int?.none
    while true {
      let names = group.names(number: number)
      number = (number ?? 0) + 1
      guard try areFree(names, &collisions) else {
        if let isIdentical, try areIdentical(names, isIdentical) { return [] }
        continue
      }
      do throws(FileActionError) {
        let changes = try attempt(names, place, undo: undo)
        for change in changes { collisions.insert(change.to) }
        return changes
      } catch {
        // Another process has taken one of the names meanwhile.
        guard case .taken = error else { throw error }
      }
    }
  }

  private func areIdentical(
    _ names: [ByteString], _ isIdentical: Comparison
  ) throws(FileActionError) -> Bool {
    for (old, new) in zip(group.names, names) {
      let target = try FilePlace(new, in: folder)
      guard target.status != nil, try isIdentical(FilePlace(old, in: group.folder), target) else {
        return false
      }
    }
    return true
  }

  private func attempt(
    _ names: [ByteString], _ place: Placing, undo: (ActionStep.Change) throws -> Void
  ) throws(FileActionError) -> [ActionStep.Change] {
    var done: [ActionStep.Change] = []
    do throws(FileActionError) {
      for (index, (from, new)) in zip(group.paths, names).enumerated() {
        let to = folder.appending(new)
        let source = try FilePlace(from)
        try source.check(from, listed)
        let identity = try place(source, FilePlace(to))
        done.append(
          ActionStep.Change(
            from: from, to: to, isCompanion: index >= group.photos.count, identity: identity))
      }
      return done
    } catch {
      for change in done.reversed() { try? undo(change) }
      throw error
    }
  }

  private func areFree(
    _ names: [ByteString], _ collisions: inout SidecarCollisions
  ) throws(FileActionError) -> Bool {
    for name in names where try FilePlace(name, in: folder).status != nil { return false }
    let paths = names.map(folder.appending)
    let changes = SidecarCollisions.Changes(coming: paths)
    return paths.allSatisfy {
      collisions.sidecar(takenOverBy: $0, changes, sharing: sharesSidecars) == nil
    }
  }

  private func isInFolder() throws(FileActionError) -> Bool {
    let source = try FilePlace(group.paths[0])
    let target = try FilePlace(group.photos[0], in: folder)
    guard let here = source.folder.status, let there = target.folder.status else { return false }
    return here.st_dev == there.st_dev && here.st_ino == there.st_ino
  }
}
