import Catalog
import Concurrency
import Culling
import FileActions
import Finding
import Grid
import Imaging
import Logging
import Terminal
import Values

/// Does to the files of photos what somebody asks for, one action after another on a thread of its own, and
/// shows what came of it.
final class PhotoActing {
  /// How far the action at hand is; nil where there is none, or nothing is known of it.
  private(set) var progress: String?

  /// What keys are called in what it says.
  var keys = BoundKeys(.grid)

  let grid: GridViewModel
  private let actions: FileActions?
  private let home: ByteString?
  private let copyPaths: ([ByteString]) -> Bool
  private let mailbox: Mailbox<BrowserEvent>
  private let log: Log
  private let queue = WorkQueue(label: "actions")
  private var journal = ActionJournal()
  /// What is to be done, the action at hand first.
  var waiting: [PhotoAction] = []
  private var control = ActionControl()
  private var folders = FolderCompleter()
  private let programs: ProgramActing
  /// Brings what is on servers; nil where nothing is brought.
  private var bringing: Task<Void, Never>?

  /// Makes one that has done nothing.
  /// - Parameters:
  ///   - grid: Where the photos are marked and selected.
  ///   - actions: Does the work; nil where nothing is done to files.
  ///   - home: The home folder of the user, which may be typed as `~`.
  ///   - copyPaths: Puts paths on the clipboard; false where it takes no more.
  ///   - programs: Hands photos to other programs.
  ///   - mailbox: Where its answers are posted, since they may take long.
  ///   - log: Hears of what was done.
  init(
    on grid: GridViewModel, by actions: FileActions?, home: ByteString?,
    copyPaths: @escaping ([ByteString]) -> Bool, programs: ProgramActing,
    mailbox: Mailbox<BrowserEvent>, log: Log
  ) {
    self.log = log
    self.home = home
    self.programs = programs
    self.copyPaths = copyPaths
    self.grid = grid
    self.actions = actions
    self.mailbox = mailbox
  }

  /// What is being done and would be stopped by an end; nil where nothing is.
  var unfinished: String? {
    guard let action = waiting.first(where: { !$0.isWrittenAtEnd }) else { return nil }
    return
      "\(action == waiting.first ? progress ?? action.participle : action.participle) is under way"
  }

  /// Whether something is being done.
  var isUnderWay: Bool { !waiting.isEmpty }

  /// Carries out a command about files.
  func handle(_ command: Command, count: Int?) -> LayerOutcome {
    if let refusal = refusal(of: command) { return refusal }
    return confirmingHidden {
      deed(of: command, to: $0)
    } _: { [weak self] in
      self?.carryOut(command, count: count) ?? .handled
    }
  }

  private func carryOut(_ command: Command, count: Int?) -> LayerOutcome {
    switch command {
    case .trash: return trash()
    case .copyPath: return copyPath()
    case .rename where grid.markedPhotos.count > 1: return editNames()
    case .rename: return askForName()
    case .erase: return erase()
    case .copy, .move: return .said("type a folder behind it: \(keys.line(for: command)) ~/picks")
    case .turnFile: return .said("type left or right behind it: \(keys.line(for: command)) right")
    case .undo: return perform(.undo, times: count)
    case .redo: return perform(.redo, times: count)
    // What is under way is stopped first.
    case .close where isUnderWay: return stop()
    default: return programs.handle(command, count: count)
    }
  }

  /// The commands that are typed with what they are about.
  nonisolated static let spokenCommands: [Command] = [
    .copy, .move, .rename, .erase, .shell,
    .turnFile,
  ]

  /// The commands that are about the marked photos.
  nonisolated private static let aboutPhotos =
    spokenCommands + [.trash, .copyPath, .openWith, .copyPicture]

  /// Carries out a command about files that was typed with a folder or a name.
  func handle(_ command: Command, argument: String) -> LayerOutcome {
    if let refusal = refusal(of: command) { return refusal }
    return confirmingHidden {
      deed(of: command, to: $0, argument: argument)
    } _: { [weak self] in
      self?.carryOut(command, argument: argument) ?? .handled
    }
  }

  private func carryOut(_ command: Command, argument: String) -> LayerOutcome {
    switch command {
    case .copy: place(in: argument, isMoving: false)
    case .move: place(in: argument, isMoving: true)
    case .rename: rename(to: argument)
    case .erase: erase()
    case .turnFile: turn(argument)
    default: programs.handle(command, argument: argument)
    }
  }

  /// Nothing is done to some of the marked photos only: those that are read page by page may not all be there.
  private func refusal(of command: Command) -> LayerOutcome? {
    let unread = grid.unreadMarkCount
    guard unread > 0, Self.aboutPhotos.contains(command) else { return nil }
    return .said("\(unread.grouped) of the marked photos are still being read: try again soon")
  }

  /// Looks up what folder somebody may mean who has begun to type one.
  func complete(_ command: Command, argument: String) {
    guard [.copy, .move].contains(command) else { return }
    folders.lookUp(argument, home: home) { [mailbox] in mailbox.post(.completed($0)) }
  }

  /// Takes how far the action at hand is.
  func note(_ progress: ActionProgress) {
    guard let action = waiting.first, progress.done < progress.total else { return }
    let copied = progress.copiedBytes
    self.progress =
      "\(action.participle) \(progress.done)/\(progress.total)"
      + (copied > 0 ? " \(ByteCount(copied))" : "")
  }

  /// Takes what came of the action at hand, and begins the next.
  /// - Returns: What is to be said of it.
  func take(_ answer: ActionAnswer) -> String {
    journal = answer.journal
    progress = nil
    waiting.removeFirst()
    show(answer)
    note(answer)
    beginNext()
    return answer.sentence(home: home, keys)
  }

  private func note(_ answer: ActionAnswer) {
    let failures = answer.failures
    log.write(
      failures.isEmpty ? .info : .warning, .action,
      "\(answer.action.participle): \(answer.sentence(home: home, keys))")
    for failure in failures.dropFirst() { log.write(.warning, .action, "\(failure)") }
  }

  /// Shows the photos that are where they were, and no others.
  private func show(_ answer: ActionAnswer) {
    let paths = answer.result?.step.changes.map(\.from) ?? []
    switch answer.action {
    case .trash(let wanted, _):
      let done = Set(paths)
      grid.restore(wanted.filter { !done.contains($0) })
    case .move(let wanted, _):
      let done = Set(paths)
      grid.restore(wanted.filter { !done.contains($0) })
    case .erase(let wanted, _):
      let gone = Set(answer.erased)
      grid.restore(wanted.filter { !gone.contains($0) })
    case .copy: break
    case .note(_, let photos, _):
      let done = Set(paths)
      let isWhole = answer.failures.isEmpty
      grid.finishNote(
        of: photos.map(\.id),
        written: Set(photos.filter { isWhole || done.contains($0.path) }.map(\.id)))
    // Where nobody watches the folder somebody has to look.
    case .rename, .renameListed: grid.lookAgain()
    case .turn: showTurned(paths)
    case .undo, .redo:
      switch answer.result?.step.kind {
      case .rename: return grid.lookAgain()
      case .turn: return showTurned(paths)
      case .note: return grid.readNotes(of: paths)
      default: break
      }
      answer.isBack ? grid.restore(paths) : grid.withdraw(paths)
    }
  }

  /// Their files have changed, or their sidecars.
  private func showTurned(_ paths: [ByteString]) {
    grid.readSidecars(of: paths)
    grid.lookAgain()
  }

  /// The marked photos, or where none is marked the selected one.
  private var chosen: [Photo] { grid.chosenPhotos }

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

  /// Asks how many photos are to be erased for good, and erases them where somebody knows.
  private func erase() -> LayerOutcome {
    let chosen = chosen
    guard !chosen.isEmpty else { return .ignored }
    let paths = chosen.compactMap(\.path)
    guard !paths.isEmpty else { return .said("what is on the web cannot be erased") }
    let photos = paths.count == 1 ? "1 photo" : "\(paths.count.grouped) photos"
    let hidden = hiddenWords.map { ", \($0)" } ?? ""
    return .open(
      AnswerLayer("erase \(photos) for good\(hidden)? type \(paths.count):") { [weak self] answer in
        guard let self, answer == "\(paths.count)" else { return .said("nothing was erased") }
        let outcome = perform([.erase(paths, webCount: chosen.count - paths.count)])
        if isUnderWay { grid.withdraw(paths) }
        return outcome
      })
  }

  /// Has the names of the marked photos edited, and renames them then.
  private func editNames() -> LayerOutcome {
    let paths = chosen.compactMap(\.path)
    guard !paths.isEmpty else { return .said("what is on the web cannot be renamed") }
    return programs.editNames(of: paths) { [weak self] list in
      _ = self?.perform([.renameListed(list)])
    }
  }

  /// Opens the command line with the name of the selected photo, to be changed.
  private func askForName() -> LayerOutcome {
    guard let photo = grid.selectedPhoto else { return .ignored }
    guard photo.path != nil else { return .said("what is on the web cannot be renamed") }
    // What is no text cannot be typed either.
    let name = String(validating: photo.name.bytes, as: UTF8.self) ?? ""
    return .commandLine("\(Command.rename.rawValue) \(name)")
  }

  private func rename(to name: String) -> LayerOutcome {
    guard let photo = grid.selectedPhoto else { return .ignored }
    guard let path = photo.path else { return .said("what is on the web cannot be renamed") }
    return perform([.rename(FileRename(path, to: ByteString(name)))])
  }

  private func place(in typed: String, isMoving: Bool) -> LayerOutcome {
    let chosen = chosen
    guard !chosen.isEmpty else { return .ignored }
    let paths = chosen.compactMap(\.path)
    let folder = ByteString(typed, home: home)
    guard isMoving else {
      folders.note(typed)
      return perform([.copy(paths, distant: chosen.filter { $0.path == nil }, into: folder)])
    }
    guard !paths.isEmpty else {
      return .said("what is on the web cannot be moved, but copied: \(keys.line(for: .copy))")
    }
    folders.note(typed)
    let outcome = perform([.move(paths, into: folder)])
    if isUnderWay { grid.withdraw(paths) }
    return outcome
  }

  private func copyPath() -> LayerOutcome {
    let chosen = chosen
    guard !chosen.isEmpty else { return .ignored }
    let paths = chosen.compactMap(\.path)
    guard let first = paths.first else { return .said("what is on the web has no path") }
    guard copyPaths(paths) else { return .said("these are more paths than a clipboard takes") }
    let sent =
      paths.count == 1 ? "the path of \(FileName(lastOf: first))" : "\(paths.count.grouped) paths"
    // Nothing happens to the files, so nothing is asked.
    let hidden = hiddenWords.map { ", \($0)" } ?? ""
    return .said("\(sent) sent to the clipboard\(hidden)")
  }

  /// Turns photos in their own files.
  private func turn(_ side: String) -> LayerOutcome {
    let turns: [String: Orientation] = ["left": .leftBottom, "right": .rightTop]
    guard let turn = turns[side] else { return .said("photos are turned left or right") }
    let chosen = chosen
    guard !chosen.isEmpty else { return .ignored }
    let paths = chosen.compactMap(\.path)
    guard !paths.isEmpty else { return .said("what is on the web cannot be turned for good") }
    return perform([.turn(paths, turn)])
  }

  private func perform(_ action: PhotoAction, times: Int?) -> LayerOutcome {
    perform(
      [PhotoAction](repeating: action, count: min(max(1, times ?? 1), ActionJournal.limit)))
  }

  func perform(_ new: [PhotoAction]) -> LayerOutcome {
    guard actions != nil else { return .said("nothing can be done to files here") }
    let isIdle = waiting.isEmpty
    waiting += new
    if isIdle { beginNext() }
    return .handled
  }

  func beginNext() {
    if readsRatings() { return }
    guard let action = waiting.first, let actions = actions?.joining(pairs: grid.joinsPairs)
    else { return }
    let control = ActionControl { [mailbox] in mailbox.post(.acting($0)) }
    self.control = control
    if case .copy(_, let photos, let folder) = action, !photos.isEmpty {
      bringing = Task { [queue, journal, mailbox, loader = grid.loader] in
        var answer = await queue.run { action.run(by: actions, journal, control) }
        let bringing = PhotoBringing(loader: loader, actions: actions, queue: queue)
        if case .copied(let result) = answer.outcome {
          answer.outcome = .copied(
            await bringing.bring(photos, into: folder, after: result, control))
        }
        mailbox.post(.acted(answer))
      }
      return
    }
    let isTaken = queue.start { [journal, mailbox] in
      mailbox.post(.acted(action.run(by: actions, journal, control)))
    }
    guard !isTaken else { return }
    mailbox.post(.acted(ActionAnswer(action: action, outcome: .nothing, journal: journal)))
  }

  private func stop() -> LayerOutcome {
    control.cancel()
    bringing?.cancel()
    // What somebody has said of photos is shown already.
    waiting = waiting.prefix(1) + waiting.dropFirst().filter(\.isNote)
    return .handled
  }

  /// Ends what is being done, but has all written that was said of photos; that ends early by Ctrl-C.
  func finish() async {
    if waiting.first?.isWrittenAtEnd == false {
      control.cancel()
      bringing?.cancel()
    }
    waiting = waiting.prefix(1) + waiting.dropFirst().filter(\.isWrittenAtEnd)
    while isUnderWay {
      for event in await mailbox.drain() {
        switch event {
        case .acted(let answer): _ = take(answer)
        case .terminal(.key(.control("c"))): return
        default: break
        }
      }
    }
  }
}
