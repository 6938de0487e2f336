internal import System
package import Values

/// What users do with the files of photos; all of it blocks.
///
/// Nothing is ever replaced, and nothing erased but by `erase`.
///
/// What one photo fails by does not keep the others from it. Sidecars go along: `a.jpg.xmp` with `a.jpg`, and
/// `a.xmp` with the last photo of that stem.
package struct FileActions: Sendable {
  let trash: Trash
  /// Whether a raw file and the picture of the same stem are one photo, so that whatever is done to one is done to
  /// both.
  package private(set) var joinsPairs = false

  /// The files as they were listed, which every action but undo and redo compares before it touches one; nil where
  /// whatever has the name is meant.
  private(set) var listed: ListedFiles?

  /// Takes the trash.
  package init(trash: Trash) {
    self.trash = trash
  }

  /// The same actions for a user to whom a raw file and its picture are one photo, or two.
  package func joining(pairs: Bool) -> FileActions {
    var actions = self
    actions.joinsPairs = pairs
    return actions
  }

  /// The same actions, which leave files alone that are not what was listed.
  package func checking(_ listed: ListedFiles?) -> FileActions {
    var actions = self
    actions.listed = listed
    return actions
  }

  /// What goes along with photos that leave for good.
  var leaving: Companions.Extent { joinsPairs ? .pairs : .sidecars }

  /// Puts photos into the trash.
  /// - Parameters:
  ///   - paths: Their paths.
  ///   - control: Is told how far that is, and may stop it.
  /// - Returns: Which of them are there now, and why others are not.
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

  /// Moves photos into a folder; where their names are taken there, or those of their sidecars, they get a number.
  ///
  /// With a photo goes the raw file of the same stem, and with a raw file its picture. What belongs together is
  /// moved all together or not at all.
  /// - Parameters:
  ///   - paths: Their paths.
  ///   - folder: The folder's path.
  ///   - control: Is told how far that is, and may stop it.
  /// - Returns: Which of them are there now, and why others are not.
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

  /// Copies photos into a folder, otherwise as `move`.
  ///
  /// Of a link what it leads to is copied.
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

  /// Writes a file that is not here yet into a folder; where its name is taken there it gets a number.
  ///
  /// It is on the disk when this returns, and whole, or not there at all.
  /// - Parameters:
  ///   - bytes: All of it.
  ///   - name: What it is to be called; foreign.
  ///   - modified: When it was last written where it came from, in seconds since 1970 in UTC; nil for now.
  ///   - folder: The folder's path.
  /// - Returns: Its path, or why it is not there.
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

  /// Does something with one group after another until somebody does not want that any more.
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
