import Values

/// What was done to files in this session, to be undone and done again.
package struct ActionJournal: Hashable, Sendable {
  /// How many steps are remembered.
  private static let limit = 100

  private var done: [ActionStep] = []
  private var undone: [ActionStep] = []

  /// Begins without a step.
  package init() {}

  /// Remembers what has been done; what was undone before can no more be done again.
  package mutating func note(_ step: ActionStep) {
    guard !step.changes.isEmpty else { return }
    done.append(step)
    done.removeFirst(max(0, done.count - Self.limit))
    undone = []
  }

  /// Undoes the last step, as far as nobody else has had a hand in its files; blocks.
  ///
  /// What cannot be undone now is not tried again: its file stays where it is.
  /// - Returns: What was undone, and why the rest was not; nil where there is nothing to undo.
  package mutating func undo(by actions: FileActions) -> ActionResult? {
    guard let step = done.popLast() else { return nil }
    let result = actions.undo(step)
    if !result.step.changes.isEmpty { undone.append(result.step) }
    return result
  }

  /// Does again what was undone last; otherwise as `undo`.
  package mutating func redo(by actions: FileActions) -> ActionResult? {
    guard let step = undone.popLast() else { return nil }
    let result = actions.redo(step)
    if !result.step.changes.isEmpty { done.append(result.step) }
    return result
  }
}

extension FileActions {
  /// Takes a step back, the last change first.
  fileprivate func undo(_ step: ActionStep) -> ActionResult {
    play(step.kind == .rename ? step : step.reversed) { change throws(FileActionError) in
      switch step.kind {
      case .trash: try trash.restore(TrashedFile(change))
      case .move: change.identity = try move(change, from: change.to, to: change.from)
      case .note, .turn:
        change.identity = try change.content?.reversed.apply(to: change.to) ?? change.identity
      case .rename: break
      }
    } renaming: {
      FileRename($0.to, to: $0.from.lastName)
    }
  }

  /// Does a step again.
  fileprivate func redo(_ step: ActionStep) -> ActionResult {
    play(step.kind == .rename ? step : step.reversed) { change throws(FileActionError) in
      switch step.kind {
      case .trash:
        try check(change, at: change.from)
        change = try ActionStep.Change(trash.put(change.from), isCompanion: change.isCompanion)
      case .move: change.identity = try move(change, from: change.from, to: change.to)
      case .note, .turn:
        change.identity = try change.content?.apply(to: change.to) ?? change.identity
      case .rename: break
      }
    } renaming: {
      FileRename($0.from, to: $0.to.lastName)
    }
  }

  /// Plays the changes of a step one by one; renames all at once, as they may be in one another's way.
  private func play(
    _ step: ActionStep, _ body: (inout ActionStep.Change) throws(FileActionError) -> Void,
    renaming: (ActionStep.Change) -> FileRename
  ) -> ActionResult {
    var result = ActionResult(step: ActionStep(kind: step.kind, changes: []))
    do throws(FileActionError) {
      if step.kind == .rename {
        for change in step.changes { try check(change, at: renaming(change).path) }
        _ = try RenamePlan(step.changes.map(renaming)).run()
        result.step = step
        return result
      }
    } catch {
      result.failures = [error]
      return result
    }
    for change in step.changes {
      var change = change
      do throws(FileActionError) {
        try body(&change)
        result.step.changes.append(change)
      } catch {
        result.failures.append(error)
      }
    }
    return result
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
