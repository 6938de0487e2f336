import Base
import Catalogs
import FileActions
import Imaging
import Photos

/// Runs the file actions the user requests, one at a time on its own thread, and reports the
/// results.
final class PhotoActing {
  /// Progress of the current action; nil if none runs or nothing is known yet.
  private(set) var progress: String?

  var keys = BoundKeys(.grid)

  let grid: GridViewModel
  private let actions: FileActions?
  private let home: ByteString?
  private let copyPaths: ([ByteString]) -> Bool
  let mailbox: Mailbox<BrowserEvent>
  private let log: Log
  let queue = WorkQueue(label: "actions")
  private var journal = ActionJournal()
  /// The requested actions; the first is running.
  var waiting: [PhotoAction] { orders.map(\.action) }
  var orders: [ActionOrder] = []
  /// The files as they were when the prompt now being answered opened; nil otherwise.
  var asked: ListedFiles?
  var control = ActionControl()
  private var folders = FolderCompleter()
  private let programs: ProgramActing
  var bringing: Task<Void, Never>?

  /// `actions` is nil if file actions are disabled.
  ///
  /// `copyPaths` returns false if the clipboard cannot take so many paths.
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

  /// Describes the actions that quitting would abort; nil if there are none.
  var unfinished: String? {
    guard let action = waiting.first(where: { !$0.isWrittenAtEnd }) else { return nil }
    return
      "\(action == waiting.first ? progress ?? action.participle : action.participle) is under way"
  }

  var isUnderWay: Bool { !waiting.isEmpty }

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
    // A running action is stopped before anything is closed.
    case .close where isUnderWay: return stop()
    default: return programs.handle(command, count: count)
    }
  }

  nonisolated static let spokenCommands: [Command] = [
    .copy, .move, .rename, .erase, .shell,
    .turnFile,
  ]

  nonisolated private static let aboutPhotos =
    spokenCommands + [.trash, .copyPath, .openWith, .copyPicture]

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

  /// Refuses commands while marked photos are still loading, as they would act on only some of
  /// them.
  private func refusal(of command: Command) -> LayerOutcome? {
    let unread = grid.unreadMarkCount
    guard unread > 0, Self.aboutPhotos.contains(command) else { return nil }
    return .said("\(unread.grouped) of the marked photos are still being read: try again soon")
  }

  func complete(_ command: Command, argument: String) {
    guard [.copy, .move].contains(command) else { return }
    folders.lookUp(argument, home: home) { [mailbox] in mailbox.post(.completed($0)) }
  }

  func note(_ progress: ActionProgress) {
    guard let action = waiting.first, progress.done < progress.total else { return }
    let copied = progress.copiedBytes
    self.progress =
      "\(action.participle) \(progress.done)/\(progress.total)"
      + (copied > 0 ? " \(ByteCount(copied))" : "")
  }

  /// Handles a result and starts the next action; returns the message or prompt to show.
  func take(_ answer: ActionAnswer) -> LayerOutcome {
    journal = answer.journal
    progress = nil
    let order = orders.removeFirst()
    programs.left.merge(answer.left) { $1 }
    grid.show(answer)
    leaveAlone(answer.changed)
    note(answer)
    beginNext()
    if case .missingFolder(let folder) = answer.outcome {
      if let marks = order.marks { grid.mark { now, _ in now = marks } }
      return askForFolder(folder, for: order)
    }
    return .said(answer.sentence(home: home, keys))
  }

  private func askForFolder(_ folder: ByteString, for order: ActionOrder) -> LayerOutcome {
    .open(
      AnswerLayer("create \(HomePath(folder, home: home))? y/n:") { [weak self] answer in
        guard let self, ["y", "Y", "yes"].contains(answer) else {
          return .said("no folder was created, and nothing was done")
        }
        var order = order
        order.isMakingFolder = true
        return perform([order])
      })
  }

  private func leaveAlone(_ changed: [ByteString]) {
    grid.revise(changed)
    if !changed.isEmpty { grid.lookAgain() }
  }

  private func note(_ answer: ActionAnswer) {
    let failures = answer.failures
    log.write(
      failures.isEmpty ? .info : .warning, .action,
      "\(answer.action.participle): \(answer.sentence(home: home, keys))")
    for failure in failures.dropFirst() { log.write(.warning, .action, "\(failure)") }
  }

  private var chosen: [Photo] { grid.chosenPhotos }

  private func trash() -> LayerOutcome {
    let chosen = chosen
    guard !chosen.isEmpty else { return .ignored }
    let paths = chosen.compactMap(\.path)
    guard !paths.isEmpty else {
      return .said("what is on the web cannot be moved to the trash")
    }
    let outcome = perform(
      [.trash(paths, webCount: chosen.count - paths.count)], on: grid.listedFiles(of: chosen))
    // Select the next photo at once, so the next key applies to it.
    if isUnderWay { grid.withdraw(paths) }
    return outcome
  }

  private func erase() -> LayerOutcome {
    let chosen = chosen
    guard !chosen.isEmpty else { return .ignored }
    let paths = chosen.compactMap(\.path)
    guard !paths.isEmpty else { return .said("what is on the web cannot be erased") }
    let photos = paths.count == 1 ? "1 photo" : "\(paths.count.grouped) photos"
    let hidden = hiddenWords.map { ", \($0)" } ?? ""
    let asked = AskedFiles(grid.listedFiles(of: chosen), of: chosen)
    queue.start { asked.readVersions() }
    return .open(
      AnswerLayer("erase \(photos) for good\(hidden)? type \(paths.count):") { [weak self] answer in
        guard let self, answer == "\(paths.count)" else { return .said("nothing was erased") }
        let outcome = perform(
          [.erase(paths, webCount: chosen.count - paths.count)], on: asked.files)
        if isUnderWay { grid.withdraw(paths) }
        return outcome
      })
  }

  private func editNames() -> LayerOutcome {
    let paths = chosen.compactMap(\.path)
    guard !paths.isEmpty else { return .said("what is on the web cannot be renamed") }
    let listed = grid.listedFiles(of: chosen)
    return programs.editNames(of: paths) { [weak self] list in
      _ = self?.perform([.renameListed(list)], on: listed)
    }
  }

  private func askForName() -> LayerOutcome {
    guard let photo = grid.selectedPhoto else { return .ignored }
    guard photo.path != nil else { return .said("what is on the web cannot be renamed") }
    // A name that is not valid UTF-8 cannot be typed.
    let name = String(validating: photo.name.bytes, as: UTF8.self) ?? ""
    return .commandLine("\(Command.rename.rawValue) \(name)")
  }

  private func rename(to name: String) -> LayerOutcome {
    guard let photo = grid.selectedPhoto else { return .ignored }
    guard let path = photo.path else { return .said("what is on the web cannot be renamed") }
    return perform(
      [.rename(FileRename(path, to: ByteString(name)))], on: grid.listedFiles(of: [photo]))
  }

  private func place(in typed: String, isMoving: Bool) -> LayerOutcome {
    let chosen = chosen
    guard !chosen.isEmpty else { return .ignored }
    let paths = chosen.compactMap(\.path)
    guard home != nil || typed != "~" && !typed.hasPrefix("~/") else {
      return .said("~ means nothing here, since HOME is not the path of a folder")
    }
    let folder = ByteString(typed, home: home)
    guard isMoving else {
      folders.note(typed)
      return perform(
        [.copy(paths, distant: chosen.filter { $0.path == nil }, into: folder)],
        on: grid.listedFiles(of: chosen))
    }
    guard !paths.isEmpty else {
      return .said("what is on the web cannot be moved, but copied: \(keys.line(for: .copy))")
    }
    folders.note(typed)
    return perform([.move(paths, into: folder)], on: grid.listedFiles(of: chosen))
  }

  private func copyPath() -> LayerOutcome {
    let chosen = chosen
    guard !chosen.isEmpty else { return .ignored }
    let paths = chosen.compactMap(\.path)
    guard let first = paths.first else { return .said("what is on the web has no path") }
    guard copyPaths(paths) else { return .said("these are more paths than a clipboard takes") }
    let sent =
      paths.count == 1 ? "the path of \(FileName(lastOf: first))" : "\(paths.count.grouped) paths"
    // Copying a path is harmless, so hidden photos are only mentioned.
    let hidden = hiddenWords.map { ", \($0)" } ?? ""
    return .said("\(sent) sent to the clipboard\(hidden)")
  }

  private func turn(_ side: String) -> LayerOutcome {
    let turns: [String: Orientation] = ["left": .leftBottom, "right": .rightTop]
    guard let turn = turns[side] else { return .said("photos are turned left or right") }
    let chosen = chosen
    guard !chosen.isEmpty else { return .ignored }
    let paths = chosen.compactMap(\.path)
    guard !paths.isEmpty else { return .said("what is on the web cannot be turned for good") }
    return perform([.turn(paths, turn)], on: grid.listedFiles(of: chosen))
  }

  private func perform(_ action: PhotoAction, times: Int?) -> LayerOutcome {
    perform(
      [PhotoAction](repeating: action, count: min(max(1, times ?? 1), ActionJournal.limit)))
  }

  func perform(_ new: [PhotoAction], on listed: ListedFiles? = nil) -> LayerOutcome {
    guard actions != nil else { return .said("nothing can be done to files here") }
    return perform(new.map { ActionOrder(action: $0, listed: listed.map { asked ?? $0 }) })
  }

  private func perform(_ new: [ActionOrder]) -> LayerOutcome {
    let isIdle = orders.isEmpty
    orders += new
    if case .move(let paths, _)? = new.first?.action {
      orders[orders.count - 1].marks = grid.marks
      grid.withdraw(paths)
    }
    if isIdle { beginNext() }
    return .handled
  }

  func beginNext() {
    if readsRatings() { return }
    guard var order = orders.first, let usual = actions else { return }
    let (action, isMakingFolder) = (order.action, order.isMakingFolder)
    order.listed?.left = programs.left
    let actions = usual.joining(pairs: grid.joinsPairs).checking(order.listed)
    let control = ActionControl { [mailbox] in mailbox.post(.acting($0)) }
    self.control = control
    if case .copy(_, let photos, let folder) = action, !photos.isEmpty {
      bringing = Task { [queue, journal, mailbox, loader = grid.loader] in
        var answer = await queue.run {
          action.run(by: actions, journal, control, isMakingFolder: isMakingFolder)
        }
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
      mailbox.post(
        .acted(action.run(by: actions, journal, control, isMakingFolder: isMakingFolder)))
    }
    guard !isTaken else { return }
    mailbox.post(.acted(ActionAnswer(action: action, outcome: .nothing, journal: journal)))
  }

  private func stop() -> LayerOutcome {
    control.cancel()
    bringing?.cancel()
    // Ratings are already shown, so they are still written.
    orders = orders.prefix(1) + orders.dropFirst().filter(\.action.isNote)
    return .handled
  }
}
