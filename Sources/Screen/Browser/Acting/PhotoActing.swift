import Catalog
import Concurrency
import FileActions
import Grid
import Terminal
import Values

/// Does to the files of photos what somebody asks for, one action after another on a thread of its own, and
/// shows what came of it.
final class PhotoActing {
  /// How far the action at hand is; nil where there is none, or nothing is known of it.
  private(set) var progress: String?

  private let grid: GridViewModel
  private let actions: FileActions?
  private let copyPaths: ([ByteString]) -> Bool
  private let mailbox: Mailbox<BrowserEvent>
  private let queue = WorkQueue(label: "actions")
  private var journal = ActionJournal()
  /// What is to be done, the action at hand first.
  private var waiting: [PhotoAction] = []
  private var control = ActionControl()

  /// Makes one that has done nothing.
  /// - Parameters:
  ///   - grid: Where the photos are marked and selected.
  ///   - actions: Does the work; nil where nothing is done to files.
  ///   - copyPaths: Puts paths on the clipboard; false where it takes no more.
  ///   - mailbox: Where its answers are posted, since they may take long.
  init(
    on grid: GridViewModel, by actions: FileActions?,
    copyPaths: @escaping ([ByteString]) -> Bool, mailbox: Mailbox<BrowserEvent>
  ) {
    self.copyPaths = copyPaths
    self.grid = grid
    self.actions = actions
    self.mailbox = mailbox
  }

  /// Whether something is being done.
  var isUnderWay: Bool { !waiting.isEmpty }

  /// Carries out a command about files.
  func handle(_ command: Command, count: Int?) -> LayerOutcome {
    switch command {
    case .trash: return trash()
    case .copyPath: return copyPath()
    case .undo: return perform([PhotoAction](repeating: .undo, count: max(1, count ?? 1)))
    case .redo: return perform([PhotoAction](repeating: .redo, count: max(1, count ?? 1)))
    // What is under way is stopped first.
    case .close where isUnderWay: return stop()
    default: return .ignored
    }
  }

  /// Takes how far the action at hand is.
  func note(_ progress: ActionProgress) {
    guard let action = waiting.first, progress.done < progress.total else { return }
    self.progress = "\(action.participle) \(progress.done)/\(progress.total)"
  }

  /// Takes what came of the action at hand, and begins the next.
  /// - Returns: What is to be said of it.
  func take(_ answer: ActionAnswer) -> String {
    journal = answer.journal
    progress = nil
    waiting.removeFirst()
    show(answer)
    beginNext()
    return answer.sentence
  }

  /// Shows the photos that are where they were, and no others.
  private func show(_ answer: ActionAnswer) {
    let paths = answer.result?.step.changes.map(\.from) ?? []
    switch answer.action {
    case .trash(let wanted, _):
      let done = Set(paths)
      grid.restore(wanted.filter { !done.contains($0) })
    case .undo: grid.restore(paths)
    case .redo: grid.withdraw(paths)
    }
  }

  /// The marked photos, or where none is marked the selected one.
  private var chosen: [Photo] {
    let marked = grid.markedPhotos
    return marked.isEmpty ? [grid.selectedPhoto].compactMap(\.self) : marked
  }

  private func trash() -> LayerOutcome {
    let chosen = chosen
    guard !chosen.isEmpty else { return .ignored }
    let paths = chosen.compactMap(\.path)
    guard !paths.isEmpty else {
      return .said("what is on the web cannot be moved to the trash")
    }
    let outcome = perform([.trash(paths, webCount: chosen.count - paths.count)])
    // The next key is about the next photo.
    if isUnderWay { grid.withdraw(paths) }
    return outcome
  }

  private func copyPath() -> LayerOutcome {
    let chosen = chosen
    guard !chosen.isEmpty else { return .ignored }
    let paths = chosen.compactMap(\.path)
    guard let first = paths.first else { return .said("what is on the web has no path") }
    guard copyPaths(paths) else { return .said("these are more paths than a clipboard takes") }
    return .said(
      paths.count == 1
        ? "the path of \(FileName(lastOf: first)) sent to the clipboard"
        : "\(paths.count.grouped) paths sent to the clipboard")
  }

  private func perform(_ new: [PhotoAction]) -> LayerOutcome {
    guard actions != nil else { return .said("nothing can be done to files here") }
    let isIdle = waiting.isEmpty
    waiting += new
    if isIdle { beginNext() }
    return .handled
  }

  private func beginNext() {
    guard let action = waiting.first, let actions else { return }
    let control = ActionControl { [mailbox] in mailbox.post(.acting($0)) }
    self.control = control
    let isTaken = queue.start { [journal, mailbox] in
      mailbox.post(.acted(action.run(by: actions, journal, control)))
    }
    guard !isTaken else { return }
    mailbox.post(.acted(ActionAnswer(action: action, result: nil, journal: journal)))
  }

  private func stop() -> LayerOutcome {
    control.cancel()
    waiting.removeLast(waiting.count - 1)
    return .handled
  }
}

nonisolated extension Command {
  static let trash = Command(rawValue: "trash")
  static let copyPath = Command(rawValue: "copy-path")
  static let undo = Command(rawValue: "undo")
  static let redo = Command(rawValue: "redo")
}

nonisolated extension Keymap {
  /// The keys by which something is done to the files of photos.
  static let acting: [Entry] = [
    Entry(
      .trash, "D", help: "move the marked photos to the trash, or this one where none is marked"),
    Entry(.undo, "u", help: "undo what was done to files last; again: what was done before"),
    Entry(.redo, .control("r"), help: "do again what was undone"),
    Entry(
      .copyPath, "y",
      help: "copy the paths of the marked photos, or of this one where none is marked"),
  ]
}
