package import Base

/// Operations on the files of photos; all of them block.
///
/// Nothing is ever overwritten, and only `erase` removes data. A failure for one photo does not
/// affect others. Sidecars accompany photos: `a.jpg.xmp` with `a.jpg`, and `a.xmp` with the last
/// photo of that stem.
package struct FileActions: Sendable {
  let trash: Trash
  /// Whether RAW+JPEG pairs count as one photo, so that operations apply to both files.
  package private(set) var joinsPairs = false

  /// The files as they were listed; every action but undo and redo compares them first.
  ///
  /// Nil to accept whatever file has the name.
  private(set) var listed: ListedFiles?

  package init(trash: Trash) {
    self.trash = trash
  }

  package func joining(pairs: Bool) -> FileActions {
    var actions = self
    actions.joinsPairs = pairs
    return actions
  }

  /// A copy that refuses files that differ from what was listed.
  package func checking(_ listed: ListedFiles?) -> FileActions {
    var actions = self
    actions.listed = listed
    return actions
  }

  /// The companions of photos that are removed.
  var leaving: Companions.Extent { joinsPairs ? .pairs : .sidecars }

  package func putIntoTrash(
    _ paths: [ByteString], control: ActionControl = ActionControl()
  ) -> ActionResult {
    var result = ActionResult(step: ActionStep(kind: .trash, changes: []))
    let groups = Companions.groups(of: paths, leaving)
    result.failures = each(of: groups, control) { group, _ in
      let (changes, failures) = putIntoTrash(group)
      result.step.changes += changes
      return failures
    }
    return result
  }

  /// Moves photos into a folder; if the names of photos or sidecars are in use, adds a number.
  ///
  /// Both files of a RAW+JPEG pair are moved. Files that belong together are moved all or none.
  package func move(
    _ paths: [ByteString], into folder: ByteString, control: ActionControl = ActionControl()
  ) -> ActionResult {
    var result = ActionResult(step: ActionStep(kind: .move, changes: []))
    let groups = Companions.groups(of: paths, .pairs)
    var collisions = SidecarCollisions()
    result.failures = each(of: groups, control) { group, note in
      failure { () throws(FileActionError) in
        result.step.changes += try GroupPlacing(group, into: folder, listed: listed, note: note)
          .move(&collisions)
      }
    }
    return result
  }

  /// Copies photos into a folder, like `move`; symbolic links are followed.
  package func copy(
    _ paths: [ByteString], into folder: ByteString, control: ActionControl = ActionControl()
  ) -> CopyResult {
    var result = CopyResult()
    let groups = Companions.groups(of: paths, .pairsOfCopies)
    var collisions = SidecarCollisions()
    result.failures = each(of: groups, control) { group, note in
      failure { () throws(FileActionError) in
        let copies = try GroupPlacing(group, into: folder, listed: listed, note: note)
          .copy(&collisions)
        result.copies += copies.prefix(group.photos.count)
      }
    }
    return result
  }

  /// Writes a new file into a folder; if its name is in use, a number is appended.
  ///
  /// The file is durable and complete when this returns, or does not exist. `name` is untrusted.
  /// `modified` is in seconds since 1970 in UTC; nil for now.
  package func write(
    _ bytes: [UInt8], as name: ByteString, modified: Int?, into folder: ByteString
  ) -> CopyResult {
    var result = CopyResult()
    let group = FileGroup(folder: folder, photos: [name])
    result.failures = failure { () throws(FileActionError) in
      let placing = GroupPlacing(group, into: folder) { _ in true }
      result.copies = [try placing.write(bytes, modified: modified)]
    }
    return result
  }

  private func putIntoTrash(_ group: FileGroup) -> ([ActionStep.Change], [FileActionError]) {
    var (changes, failures): ([ActionStep.Change], [FileActionError]) = ([], [])
    var staying: [ByteString] = []
    for name in group.names {
      if group.keeps(name, besides: staying) { continue }
      let isCompanion = !group.photos.contains(name)
      do throws(FileActionError) {
        let trashed = try trash.put(group.folder.appending(name), listed)
        changes.append(ActionStep.Change(trashed, isCompanion: isCompanion))
      } catch {
        failures.append(error)
        staying.append(name)
      }
    }
    return (changes, failures)
  }

  /// Calls `body` with one group after another until the action is cancelled.
  func each(
    of groups: [FileGroup], _ control: ActionControl,
    _ body: (FileGroup, _ note: @escaping (Int) -> Bool) -> [FileActionError]
  ) -> [FileActionError] {
    var failures: [FileActionError] = []
    var progress = ActionProgress(done: 0, total: groups.reduce(0) { $0 + $1.photos.count })
    for group in groups {
      guard !control.isCancelled, !ProgramEnding.isAsked else {
        return failures + [.cancelled(FileName(group.photos[0]))]
      }
      let before = progress
      failures += ProgramEnding.hold {
        body(group) { bytes in
          control.note(before.copying(bytes))
          return !control.isCancelled && !ProgramEnding.isAsked
        }
      }
      progress.done += group.photos.count
      control.note(progress)
    }
    return failures
  }

  private func failure(_ body: () throws(FileActionError) -> Void) -> [FileActionError] {
    do throws(FileActionError) {
      try body()
      return []
    } catch {
      return [error]
    }
  }
}
