import FileActions
package import Values

/// Something that somebody wants to be done.
nonisolated package enum PhotoAction: Hashable, Sendable {
  /// To put files into the trash, besides photos on the web for which there is none.
  case trash([ByteString], webCount: Int)
  /// To undo what was done last.
  case undo
  /// To do again what was undone last.
  case redo

  /// Does it; blocks.
  func run(by actions: FileActions, _ journal: ActionJournal, _ control: ActionControl)
    -> ActionAnswer
  {
    var journal = journal
    let result: ActionResult?
    switch self {
    case .trash(let paths, _):
      let trashed = actions.putIntoTrash(paths, control: control)
      journal.note(trashed.step)
      result = trashed
    case .undo: result = journal.undo(by: actions)
    case .redo: result = journal.redo(by: actions)
    }
    return ActionAnswer(action: self, result: result, journal: journal)
  }

  /// What is being done.
  var participle: String {
    switch self {
    case .trash: "trashing"
    case .undo: "undoing"
    case .redo: "doing again"
    }
  }
}

/// What came of an action.
nonisolated package struct ActionAnswer: Hashable, Sendable {
  let action: PhotoAction
  /// What was done; nil where there was nothing to do.
  let result: ActionResult?
  /// What can be undone now.
  let journal: ActionJournal

  /// Whether files are back where they were.
  var isBack: Bool { action == .undo }
}

extension ActionAnswer {
  /// What is said of it: what was done to how many photos, and what was not; the names in it are foreign.
  var sentence: String {
    guard let result else {
      return switch action {
      case .undo: "there is nothing to undo"
      case .redo: "there is nothing to do again"
      case .trash: "the system has no thread for that"
      }
    }
    let done = result.step.photoCount > 0 ? [deed(of: result.step)] : []
    return (done + web + failures(of: result)).joined(separator: "; ")
  }

  private func deed(of step: ActionStep) -> String {
    let photos = Self.photos(step)
    return isBack
      ? "\(photos) brought back, Ctrl-r removes \(step.photoCount == 1 ? "it" : "them") again"
      : "\(photos) moved to the trash, u undoes"
  }

  private var web: [String] {
    guard case .trash(_, let count) = action, count > 0 else { return [] }
    return [count == 1 ? "1 photo on the web stays" : "\(count) photos on the web stay"]
  }

  private func failures(of result: ActionResult) -> [String] {
    guard let first = result.failures.first else { return [] }
    let rest = result.failures.count - 1
    return ["\(first)" + (rest > 0 ? " (and \(rest) more)" : "")]
  }

  private static func photos(_ step: ActionStep) -> String {
    guard step.photoCount == 1, let photo = step.changes.first(where: { !$0.isCompanion }) else {
      return "\(step.photoCount.grouped) photos"
    }
    return "\(FileName(lastOf: photo.from))"
  }
}
