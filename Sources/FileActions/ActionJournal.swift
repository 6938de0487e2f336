internal import Base

/// The undo and redo history of this session.
package struct ActionJournal: Hashable, Sendable {
  package static let limit = 100

  private var done: [ActionStep] = []
  private var undone: [ActionStep] = []

  package init() {}

  /// Records a step, and discards the redo history.
  package mutating func note(_ step: ActionStep) {
    guard !step.changes.isEmpty else { return }
    done.append(step)
    done.removeFirst(max(0, done.count - Self.limit))
    undone = []
  }

  /// Undoes the last step, for files that have not changed since; blocks.
  ///
  /// Changes that cannot be undone stay in the history: first in line if something is in the way,
  /// last if their files are gone or changed. Nil if there is nothing to undo.
  package mutating func undo(by actions: FileActions) -> ActionResult? {
    guard let step = done.popLast() else { return nil }
    let played = actions.undo(step)
    played.keepRefused(in: &done)
    if !played.result.step.changes.isEmpty { undone.append(played.result.step) }
    return played.result
  }

  /// Repeats the step that was undone last, like `undo`.
  package mutating func redo(by actions: FileActions) -> ActionResult? {
    guard let step = undone.popLast() else { return nil }
    let played = actions.redo(step)
    played.keepRefused(in: &undone)
    if !played.result.step.changes.isEmpty { done.append(played.result.step) }
    return played.result
  }
}

private struct PlayedStep {
  var result: ActionResult
  /// Refused changes in their original order; a sidecar is refused with its photo's error.
  var refused: [(change: ActionStep.Change, error: FileActionError)] = []

  init(_ kind: ActionStep.Kind) {
    result = ActionResult(step: ActionStep(kind: kind))
  }

  mutating func refuse(_ change: ActionStep.Change, _ error: FileActionError) {
    refused.insert((change, error), at: 0)
  }

  /// The error of the refused photo that a sidecar belongs to.
  func obstacle(to change: ActionStep.Change) -> FileActionError? {
    guard change.isCompanion, [.trash, .move, .copy, .restore].contains(result.step.kind) else {
      return nil
    }
    return refused.first { !$0.change.isCompanion && $0.change.from.hasStem(of: change.from) }?
      .error
  }

  /// Returns refused changes to a history.
  func keepRefused(in steps: inout [ActionStep]) {
    let kind = result.step.kind
    let (lost, hindered) = (
      refused.filter(\.error.isOfLostFile), refused.filter { !$0.error.isOfLostFile }
    )
    if !lost.isEmpty { steps.insert(ActionStep(kind: kind, changes: lost.map(\.change)), at: 0) }
    if !hindered.isEmpty { steps.append(ActionStep(kind: kind, changes: hindered.map(\.change))) }
  }
}

extension ByteString {
  /// Whether the path is `a.jpg` and the other one `a.xmp` or `a.jpg.xmp` in the same folder.
  fileprivate func hasStem(of sidecar: ByteString) -> Bool {
    let dot = UInt8(ascii: ".")
    guard let end = lastName.bytes.lastIndex(of: dot) else { return false }
    return folderPath == sidecar.folderPath
      && sidecar.lastName.bytes.starts(with: lastName.bytes[...end])
  }
}

extension FileActions {
  /// Reverts a step, last change first.
  fileprivate func undo(_ step: ActionStep) -> PlayedStep {
    let collisions =
      step.kind.isUndoneByTrash ? [:] : SidecarCollisions.collisions(of: step.changes, at: \.from)
    return play(step.kind == .rename ? step : step.reversed) { change throws(FileActionError) in
      if let collision = collisions[change.from] { throw collision }
      switch step.kind {
      case .trash: try trash.restore(TrashedFile(change))
      case .move: change.identity = try move(change, from: change.to, to: change.from)
      case .copy, .restore:
        try check(change, at: change.to)
        change = try ActionStep.Change(trash.put(change.to), isCompanion: change.isCompanion)
      case .note, .turn:
        change.identity =
          try change.content?.reversed.apply(
            to: change.to, mode: Self.sidecarMode(for: change.from))
          ?? change.identity
      case .rename: break
      }
    } renaming: {
      FileRename($0.to, to: $0.from.lastName)
    }
  }

  fileprivate func redo(_ step: ActionStep) -> PlayedStep {
    let destination: (ActionStep.Change) -> ByteString =
      step.kind.isUndoneByTrash ? { $0.from } : { $0.to }
    let collisions =
      step.kind == .move || step.kind.isUndoneByTrash
      ? SidecarCollisions.collisions(of: step.changes, at: destination) : [:]
    return play(step.kind == .rename ? step : step.reversed) { change throws(FileActionError) in
      if let collision = collisions[destination(change)] { throw collision }
      switch step.kind {
      case .trash:
        try check(change, at: change.from)
        change = try ActionStep.Change(trash.put(change.from), isCompanion: change.isCompanion)
      case .move: change.identity = try move(change, from: change.from, to: change.to)
      case .copy, .restore:
        try trash.restore(TrashedFile(change))
        change.to = change.from
      case .note, .turn:
        change.identity =
          try change.content?.apply(to: change.to, mode: Self.sidecarMode(for: change.from))
          ?? change.identity
      case .rename: break
      }
    } renaming: {
      FileRename($0.from, to: $0.to.lastName)
    }
  }

  /// Applies the changes one by one, photos before sidecars; renames are applied all at once.
  ///
  /// The sidecar of a refused photo is refused too. Renames may block one another's names.
  private func play(
    _ step: ActionStep, _ body: (inout ActionStep.Change) throws(FileActionError) -> Void,
    renaming: (ActionStep.Change) -> FileRename
  ) -> PlayedStep {
    var played = PlayedStep(step.kind)
    do throws(FileActionError) {
      if step.kind == .rename {
        for change in step.changes { try check(change, at: renaming(change).path) }
        _ = try RenamePlan(step.changes.map(renaming), isUndo: true).run()
        played.result.step = step
        return played
      }
    } catch {
      played.result.failures = [error]
      played.refused = step.changes.map { ($0, error) }
      return played
    }
    let changes = step.changes.filter { !$0.isCompanion } + step.changes.filter(\.isCompanion)
    ProgramEnding.hold {
      for original in changes {
        if let obstacle = played.obstacle(to: original) {
          played.refuse(original, obstacle)
          continue
        }
        var change = original
        do throws(FileActionError) {
          try body(&change)
          played.result.step.changes.append(change)
        } catch {
          played.result.failures.append(error)
          played.refuse(original, error)
        }
      }
    }
    return played
  }

  private func move(
    _ change: ActionStep.Change, from: ByteString, to: ByteString
  ) throws(FileActionError) -> FileIdentity {
    try check(change, at: from)
    return try FileMove.move(FilePlace(from), to: FilePlace(to), as: .move)
  }

  private func check(_ change: ActionStep.Change, at path: ByteString) throws(FileActionError) {
    guard try FilePlace(path).identity() == change.identity else {
      throw .changed(FileName(lastOf: path))
    }
  }
}

extension ActionStep.Kind {
  fileprivate var isUndoneByTrash: Bool { self == .copy || self == .restore }
}

extension ActionStep {
  fileprivate var reversed: ActionStep { ActionStep(kind: kind, changes: changes.reversed()) }
}

extension TrashedFile {
  fileprivate init(_ change: ActionStep.Change) {
    self.init(
      original: change.from, path: change.to, noted: change.noted ?? change.from,
      identity: change.identity)
  }
}
