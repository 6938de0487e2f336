package import Base

package struct ActionJournal: Hashable, Sendable {
  package static let limit = 100
  /// Of the contents of changed files, in bytes; the last step is always kept.
  private static let byteLimit = 64 << 20

  private var done: [ActionStep] = []
  private var undone: [ActionStep] = []

  package init() {}

  package var nextUndo: ActionStep? { done.last }
  package var nextRedo: ActionStep? { undone.last }

  package mutating func record(_ step: ActionStep) {
    guard !step.changes.isEmpty else { return }
    done.append(step)
    done.removeFirst(max(0, done.count - Self.limit))
    var byteCount = done.reduce(0) { $0 + $1.byteCount }
    while done.count > 1, byteCount > Self.byteLimit { byteCount -= done.removeFirst().byteCount }
    undone = []
  }

  /// Undoes the last step, for files that have not changed since; blocks.
  ///
  /// Changes that cannot be undone stay in the history: first in line if something is in the way,
  /// last if their files are gone or changed. Nil if there is nothing to undo.
  package mutating func undo(by actions: FileActions) -> ActionResult? {
    Self.replay(&done, to: &undone) { actions.replay($0, isUndo: true) }
  }

  /// Repeats the step that was undone last, like `undo`.
  package mutating func redo(by actions: FileActions) -> ActionResult? {
    Self.replay(&undone, to: &done) { actions.replay($0, isUndo: false) }
  }

  private static func replay(
    _ history: inout [ActionStep], to other: inout [ActionStep], _ body: (ActionStep) -> Replay
  ) -> ActionResult? {
    guard let step = history.popLast() else { return nil }
    let replay = body(step)
    replay.keepRefused(in: &history)
    if !replay.result.step.changes.isEmpty { other.append(replay.result.step) }
    return replay.result
  }
}

private struct Replay {
  var result: ActionResult
  /// Refused changes in their original order; a sidecar is refused with its photo's error.
  var refused: [(change: ActionStep.Change, error: FileActionError)] = []

  func obstacle(to change: ActionStep.Change) -> FileActionError? {
    guard change.isCompanion, [.trash, .move, .copy, .restore].contains(result.step.kind) else {
      return nil
    }
    return refused.first { !$0.change.isCompanion && $0.change.from.hasStem(of: change.from) }?
      .error
  }

  func keepRefused(in steps: inout [ActionStep]) {
    let kind = result.step.kind
    let lost = refused.filter(\.error.isOfLostFile).map(\.change)
    let blocked = refused.filter { !$0.error.isOfLostFile }.map(\.change)
    if !lost.isEmpty { steps.insert(ActionStep(kind: kind, changes: lost), at: 0) }
    if !blocked.isEmpty { steps.append(ActionStep(kind: kind, changes: blocked)) }
  }
}

extension ByteString {
  /// Whether the path is `a.jpg` and the other one `a.xmp` or `a.jpg.xmp` in the same folder.
  fileprivate func hasStem(of sidecar: ByteString) -> Bool {
    guard let end = lastName.bytes.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return folderPath == sidecar.folderPath
      && sidecar.lastName.bytes.starts(with: lastName.bytes[...end])
  }
}

extension FileActions {
  /// Reverts or repeats a step: photos before sidecars, the last change first; renames all at once.
  ///
  /// The sidecar of a refused photo is refused too.
  fileprivate func replay(_ step: ActionStep, isUndo: Bool) -> Replay {
    guard step.kind != .rename else { return rename(step, isUndo: isUndo) }
    var replay = Replay(result: ActionResult(step.kind))
    let collisions = SidecarCollisions.collisions(
      of: step.changes.compactMap { $0.destination(of: step.kind, isUndo: isUndo) })
    let changes = step.changes.filter(\.isCompanion) + step.changes.filter { !$0.isCompanion }
    ProgramEnding.hold {
      for original in changes.reversed() {
        do throws(FileActionError) {
          if let obstacle = replay.obstacle(to: original) { throw obstacle }
          let destination = original.destination(of: step.kind, isUndo: isUndo)
          if let collision = destination.flatMap({ collisions[$0] }) { throw collision }
          replay.result.step.changes.append(
            try self.replay(original, of: step.kind, isUndo: isUndo))
        } catch {
          if replay.obstacle(to: original) == nil { replay.result.failures.append(error) }
          replay.refused.insert((original, error), at: 0)
        }
      }
    }
    return replay
  }

  private func rename(_ step: ActionStep, isUndo: Bool) -> Replay {
    let renames = step.changes.map {
      isUndo ? FileRename($0.to, to: $0.from.lastName) : FileRename($0.from, to: $0.to.lastName)
    }
    var replay = Replay(result: ActionResult(.rename))
    do throws(FileActionError) {
      for (change, rename) in zip(step.changes, renames) { try check(change, at: rename.path) }
      _ = try RenamePlan(renames, isUndo: true).run()
      replay.result.step = step
    } catch {
      replay.result.failures = [error]
      replay.refused = step.changes.map { ($0, error) }
    }
    return replay
  }

  private func replay(
    _ change: ActionStep.Change, of kind: ActionStep.Kind, isUndo: Bool
  ) throws(FileActionError) -> ActionStep.Change {
    var change = change
    let (source, target) = isUndo ? (change.to, change.from) : (change.from, change.to)
    switch kind {
    case .move:
      try check(change, at: source)
      let group = FileGroup(folder: target.folderPath, photos: [target.lastName], sources: [source])
      let placing = GroupPlacing(group: group, folder: group.folder) { _ in true }
      change.identity = try placing.moveToOwnNames()[0].identity
    case .trash, .copy, .restore:
      guard change.destination(of: kind, isUndo: isUndo) != nil else {
        try check(change, at: source)
        return try trash.put(source, isCompanion: change.isCompanion)
      }
      try trash.restore(change)
      if kind != .trash { change.to = change.from }
    case .note, .describe, .turn, .collect:
      let content = isUndo ? change.content?.reversed : change.content
      let mode = Self.sidecarMode(for: change.from)
      guard let content else { break }
      // A process that was forked just now may have the file open.
      let identity = try Self.retrying(while: { content.isApplicable(to: change.to) }) {
        () throws(FileActionError) in try content.apply(to: change.to, mode: mode)
      }
      change.identity = identity ?? change.identity
    case .rename: break
    }
    return change
  }

  private func check(_ change: ActionStep.Change, at path: ByteString) throws(FileActionError) {
    guard try FilePlace(path).identity() == change.identity else {
      throw .changed(FileName(lastOf: path))
    }
  }
}

extension ActionStep.Change {
  /// Where undo or redo puts the file; nil for the trash, and if only the content changes.
  fileprivate func destination(of kind: ActionStep.Kind, isUndo: Bool) -> ByteString? {
    switch kind {
    case .move: isUndo ? from : to
    case .trash: isUndo ? from : nil
    case .copy, .restore: isUndo ? nil : from
    case .rename, .note, .describe, .turn, .collect: nil
    }
  }
}

package struct ActionStep: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case trash, move, rename
    /// A rating or other metadata was written to sidecars or photos.
    case note(noun: String)
    /// Texts were written to sidecars: keywords, a title or a caption.
    case describe(noun: String)
    case turn
    case collect
    /// Undo moves the copies to the trash, as the originals may not exist any more.
    case copy
    /// Photos were restored from the trash; their changes are those of copies.
    case restore
  }

  package struct Change: Hashable, Sendable {
    package let from: ByteString
    package var to: ByteString
    package let isCompanion: Bool
    var identity: FileIdentity
    /// The original path in the trash's records; nil if it was not trashed.
    var recordedPath: ByteString?
    /// Nil if only the path has changed.
    var content: ContentChange?

    /// The photo's file by its current path and its path after undo; empty if a sidecar changed.
    package var left: [(ByteString, FileIdentity)] {
      guard content == nil || to == from else { return [] }
      return [(from, identity), (to, identity)]
    }
  }

  package let kind: Kind
  package var changes: [Change]

  package init(kind: Kind, changes: [Change] = []) {
    (self.kind, self.changes) = (kind, changes)
  }

  package var photoCount: Int { changes.count { !$0.isCompanion } }

  fileprivate var byteCount: Int { changes.reduce(0) { $0 + ($1.content?.byteCount ?? 0) } }

  /// Path prefixes of the photos before and after the step.
  package var folders: Set<ByteString> {
    Set(changes.filter { !$0.isCompanion }.flatMap { [$0.from.folderPrefix, $0.to.folderPrefix] })
  }
}

package struct ActionResult: Hashable, Sendable {
  /// Must be complete, as it is used for undo.
  package var step: ActionStep
  package var failures: [FileActionError]
  /// The paths in the trash of restored photos and sidecars.
  package var restored: [ByteString] = []
  /// New names of copied, moved and restored photos whose original name was in use.
  package var renamed: [FileName] = []
  package var madeFolders: [ByteString] = []
  /// Number of photos that were not copied because identical files exist in the folder.
  package var presentCount = 0

  package init(_ kind: ActionStep.Kind, failures: [FileActionError] = []) {
    (step, self.failures) = (ActionStep(kind: kind), failures)
  }

  package var copies: [ByteString] { step.changes.filter { !$0.isCompanion }.map(\.to) }

  mutating func noteNewNames(_ changes: [ActionStep.Change], of names: [ByteString]) {
    for (name, change) in zip(names, changes) where change.to.lastName != name {
      renamed.append(FileName(lastOf: change.to))
    }
  }

  /// Adds the files of a group with these photo names, photos first; skipped without changes.
  mutating func add(_ changes: [ActionStep.Change], of names: [ByteString]) {
    if changes.isEmpty { presentCount += names.count }
    noteNewNames(changes, of: names)
    step.changes += changes.map {
      ActionStep.Change(from: $0.to, to: $0.to, isCompanion: $0.isCompanion, identity: $0.identity)
    }
  }

  package mutating func add(_ other: ActionResult) {
    step.changes += other.step.changes
    presentCount += other.presentCount
    renamed += other.renamed
    failures += other.failures
  }
}
