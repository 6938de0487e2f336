package import Base
import Glibc
import Synchronization

/// Operations on the files of photos; all of them block.
///
/// Nothing is ever overwritten, and only `erase` removes data. One failure does not affect other
/// photos. Sidecars follow: `a.jpg.xmp` with `a.jpg`, `a.xmp` with the stem's last photo.
package struct FileActions: Sendable {
  let trash: Trash
  /// Whether RAW+JPEG pairs count as one photo, so that operations apply to both files.
  package private(set) var joinsPairs = false

  /// Every action but undo and redo compares files with these first; nil accepts any file.
  private(set) var listed: ListedFiles?

  package init(trash: Trash) {
    self.trash = trash
  }

  package func joining(pairs: Bool) -> FileActions {
    var actions = self
    actions.joinsPairs = pairs
    return actions
  }

  package func checking(_ listed: ListedFiles?) -> FileActions {
    var actions = self
    actions.listed = listed
    return actions
  }

  var leaving: Companions.Extent { joinsPairs ? .pairs : .sidecars }

  package func putIntoTrash(
    _ paths: [ByteString], control: ActionControl = ActionControl()
  ) -> ActionResult {
    var result = ActionResult(.trash)
    let groups = Companions.groups(of: paths, leaving)
    result.failures = each(of: groups, control) { group, _ in
      group.forEachFile { path, isCompanion throws(FileActionError) in
        result.step.changes.append(try trash.put(path, isCompanion: isCompanion, listed))
      }
    }
    return result
  }

  /// If the names of photos or sidecars are in use, adds a number. Files that belong together, as
  /// those of a RAW+JPEG pair, are moved all or none.
  package func move(
    _ paths: [ByteString], into folder: ByteString, control: ActionControl = ActionControl()
  ) -> ActionResult {
    place(.move, paths, .pairs, into: folder, control) {
      (placing, collisions, result) throws(FileActionError) in
      let changes = try placing.move(&collisions)
      result.noteNewNames(changes, of: placing.group.photos)
      result.step.changes += changes
    }
  }

  /// Like `move`, but follows symbolic links, and skips a photo if an identical file exists under
  /// its name or a numbered one, except in its own folder.
  package func copy(
    _ paths: [ByteString], into folder: ByteString, control: ActionControl = ActionControl()
  ) -> ActionResult {
    place(.copy, paths, .pairsOfCopies, into: folder, control) {
      (placing, collisions, result) throws(FileActionError) in
      result.add(try placing.copy(&collisions), of: placing.group.photos)
    }
  }

  private func place(
    _ kind: ActionStep.Kind, _ paths: [ByteString], _ extent: Companions.Extent,
    into folder: ByteString, _ control: ActionControl,
    _ body: (GroupPlacing, inout SidecarCollisions, inout ActionResult) throws(FileActionError)
      -> Void
  ) -> ActionResult {
    var (result, collisions) = (ActionResult(kind), SidecarCollisions())
    result.failures = each(of: Companions.groups(of: paths, extent), control) { group, onProgress in
      let placing = GroupPlacing(
        group: group, folder: folder, listed: listed, onProgress: onProgress)
      return failures { () throws(FileActionError) in try body(placing, &collisions, &result) }
    }
    return result
  }

  /// Writes a new file, like `copy`, which is durable and complete when this returns, or does not
  /// exist. `name` is untrusted. `modified` is in seconds since 1970 in UTC; nil for now.
  package func write(
    _ bytes: [UInt8], as name: ByteString, modified: Int?, into folder: ByteString
  ) -> ActionResult {
    var result = ActionResult(.copy)
    let group = FileGroup(folder: folder, photos: [name])
    result.failures = failures { () throws(FileActionError) in
      let placing = GroupPlacing(group: group, folder: folder) { _ in true }
      result.add(try placing.write(bytes, modified: modified), of: [name])
    }
    return result
  }

  /// Like `write`, to a path below the folder. Folders of the path are made, and stay if it fails.
  package func write(
    _ bytes: [UInt8], at path: ByteString, below folder: ByteString
  ) -> ActionResult {
    let (name, folder) = (path.lastName, folder.appending(path).folderPath)
    if name != path {
      let problems = failures { () throws(FileActionError) in try makeFolder(folder) }
      guard problems.isEmpty else { return ActionResult(.copy, failures: problems) }
    }
    return write(bytes, as: name, modified: nil, into: folder)
  }

  func each(
    of groups: [FileGroup], _ control: ActionControl,
    _ body: (FileGroup, _ onProgress: @escaping (Int) -> Bool) -> [FileActionError]
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
          control.report(before.copying(bytes))
          return !control.isCancelled && !ProgramEnding.isAsked
        }
      }
      progress.done += group.photos.count
      control.report(progress)
    }
    return failures
  }

  /// Writes metadata of a photo to a small file, which is replaced once the new one is on disk.
  ///
  /// If another program saves the file meanwhile, it is read and changed again. A new file gets the
  /// permissions of `photo`, limited by the umask. `body` gets nil for a missing file, and returns
  /// nil to write nothing. Returns nil if nothing was written. Throws `gone` if the photo does not
  /// exist; on errors the file is unchanged.
  package func writeMetadata(
    to path: ByteString, of photo: ByteString, isCompanion: Bool = false,
    _ body: ([UInt8]?) throws(FileActionError) -> [UInt8]?
  ) throws(FileActionError) -> ActionStep.Change? {
    let original = try FilePlace(photo)
    _ = try original.identity()
    try original.check(photo, listed)
    return try rewrite(path, of: photo, isCompanion: isCompanion, body)
  }

  /// Like `writeMetadata`, but `photo` need not exist.
  package func rewrite(
    _ path: ByteString, of photo: ByteString, isCompanion: Bool = false,
    _ body: ([UInt8]?) throws(FileActionError) -> [UInt8]?
  ) throws(FileActionError) -> ActionStep.Change? {
    let place = try FilePlace(path)
    return try Self.retrying { () throws(FileActionError) in
      let before = try content(at: place)
      guard let after = try body(before), after != before else { return nil }
      guard after.count <= FilePlace.contentLimit else {
        throw FileActionError.failed(.write, FileName(lastOf: path), SystemError(EFBIG))
      }
      return try change(
        path, of: photo, isCompanion: isCompanion, .whole(before: before, after: after),
        mode: Self.sidecarMode(for: photo))
    }
  }

  /// Repeats a write while the file is being changed, or is open in another process; blocks.
  static func retrying<Result>(
    while isRetried: () -> Bool = { true }, _ write: () throws(FileActionError) -> Result
  ) throws(FileActionError) -> Result {
    var pauses = pauses[...]
    while true {
      do throws(FileActionError) {
        return try write()
      } catch .changed where !pauses.isEmpty && isRetried() {
        usleep(pauses.removeFirst())
      }
    }
  }

  /// Delays between retries while another process is saving the file, in microseconds.
  private static let pauses: [useconds_t] = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000]

  /// The mode of a new sidecar before the umask: the photo's (a link's target's), plus user access.
  static func sidecarMode(for photo: ByteString) -> mode_t {
    let mode = try? FilePlace(photo).targetStatus?.st_mode
    return (mode ?? 0o644) & 0o666 | 0o600
  }

  /// Replaces bytes in a photo's own file; throws `changed` if it has other content.
  package func patch(
    _ photo: ByteString, _ patch: ContentChange, isCompanion: Bool = false
  ) throws(FileActionError) -> ActionStep.Change? {
    try FilePlace(photo).check(photo, listed)
    return try change(photo, of: photo, isCompanion: isCompanion, patch)
  }

  private func change(
    _ path: ByteString, of photo: ByteString, isCompanion: Bool = false, _ content: ContentChange,
    mode: mode_t = 0o644
  ) throws(FileActionError) -> ActionStep.Change? {
    guard let identity = try content.apply(to: path, mode: mode) else { return nil }
    return ActionStep.Change(
      from: photo, to: path, isCompanion: isCompanion, identity: identity, content: content)
  }

  private func content(at place: borrowing FilePlace) throws(FileActionError) -> [UInt8]? {
    do throws(FileActionError) {
      return try place.content(of: place.open(O_RDONLY))
    } catch .gone {
      return nil
    }
  }

  package func isMissing(_ folder: ByteString) -> Bool {
    LongPath.status(of: folder.bytes) == nil && errno == ENOENT
  }

  /// Missing parents are made too, and remain if it fails.
  package func makeFolder(_ folder: ByteString) throws(FileActionError) {
    FileSystem.makeFolders(above: folder.bytes, mode: 0o777)
    guard unsafe mkdir(folder.cString, 0o777) != 0, errno != EEXIST else { return }
    let reason = SystemError.last
    // A parent could not be made, for a reason of its own.
    if reason == SystemError(ENOENT) { try makeFolder(folder.folderPath) }
    throw .failed(.create, FileName(folder), reason)
  }
}

func failures(of body: () throws(FileActionError) -> Void) -> [FileActionError] {
  do throws(FileActionError) {
    try body()
    return []
  } catch {
    return [error]
  }
}

/// Callable from any thread.
package final class ActionControl: Sendable {
  private let isStopped = Atomic(false)
  package let report: @Sendable (ActionProgress) -> Void

  /// Calls `report` on the action's thread after every file, and every few megabytes of a copy.
  package init(report: @escaping @Sendable (ActionProgress) -> Void = { _ in }) {
    self.report = report
  }

  /// Cancels before the next file, or in the middle of a copy, which is then removed.
  package func cancel() {
    isStopped.store(true, ordering: .relaxed)
  }

  package var isCancelled: Bool { isStopped.load(ordering: .relaxed) }
}

package struct ActionProgress: Hashable, Sendable {
  /// In photos.
  package var done: Int
  package let total: Int
  /// Of the current photo; zero if nothing is being copied.
  package var copiedBytes = 0

  package init(done: Int, total: Int) {
    (self.done, self.total) = (done, total)
  }

  package func copying(_ bytes: Int) -> ActionProgress {
    var progress = self
    progress.copiedBytes = bytes
    return progress
  }
}
