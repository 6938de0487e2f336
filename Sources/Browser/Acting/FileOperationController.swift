import Base
import Catalogs
import FileActions
import Imaging
import Photos
import Storage
import Terminal

/// Runs file actions one at a time on its own thread.
final class FileOperationController {
  private(set) var progress: String?

  var keys = BoundKeys(.grid)
  var trashKeys = BoundKeys(.trash)
  private(set) var lastKeywords: KeywordChange?
  var makeExporter: () -> PhotoExporter? = { nil }
  private lazy var exporter = makeExporter()

  let grid: GridViewModel
  let actions: FileActions?
  private let home: ByteString?
  let collections: CollectionFolder?
  /// The collection that photos were added to last.
  var collection: ByteString?
  var missingSearch: Task<Void, Never>?
  /// Paths of missing photos in collections; each is searched for once.
  var searchedPaths: Set<ByteString> = []
  private let copyPaths: ([ByteString]) -> Bool
  let mailbox: Mailbox<BrowserEvent>
  private let log: Log
  private let queue = WorkQueue(label: "actions")
  private var journal = ActionJournal()
  private var waiting: [PhotoAction] { orders.map(\.action) }
  private var orders: [ActionOrder] = []
  /// The files as they were when the prompt now being answered opened; nil otherwise.
  private var asked: ListedFiles?
  private var control = ActionControl()
  private var folders = FolderCompleter()
  let programs: ExternalProgramController
  /// The part of the running action that does not block a thread.
  private var waitingPart: Task<Void, Never>?

  /// Without `actions`, files cannot be changed; `copyPaths` returns false for too many paths.
  init(
    on grid: GridViewModel, by actions: FileActions?, home: ByteString?,
    collections: CollectionFolder?, copyPaths: @escaping ([ByteString]) -> Bool,
    programs: ExternalProgramController, mailbox: Mailbox<BrowserEvent>, log: Log
  ) {
    self.log = log
    self.home = home
    self.programs = programs
    self.copyPaths = copyPaths
    self.collections = collections
    self.grid = grid
    self.actions = actions
    self.mailbox = mailbox
    grid.onCollection = { [weak self] in self?.findMissing($1, of: $0) }
  }

  /// Describes the actions that quitting would abort.
  var unfinished: String? {
    guard let action = waiting.first(where: { !$0.isWrittenAtEnd }) else { return nil }
    let progress = action == waiting.first ? progress : nil
    return "\(progress ?? action.participle) is still running"
  }

  var isRunning: Bool { !waiting.isEmpty }

  var workingFolder: ByteString { ByteString(programs.settings.workingFolder) }

  func complete(_ command: Command, argument: String) {
    if [.collect, .collections].contains(command) {
      return completeCollection(argument, for: command)
    }
    if command == .keyword { return completeKeyword(argument) }
    guard [.copy, .move, .export].contains(command) else { return }
    folders.lookUp(argument, home: home) { [mailbox] in mailbox.post(.completed($0)) }
  }

  func show(_ progress: ActionProgress) {
    guard let action = waiting.first, progress.done < progress.total else { return }
    let copied = progress.copiedBytes
    let participle = orders[0].unread == nil ? action.participle : "reading photos"
    self.progress =
      "\(participle) \(progress.done)/\(progress.total)"
      + (copied > 0 ? " \(ByteCount(copied))" : "")
  }

  func take(_ answer: ActionAnswer) -> LayerOutcome {
    var order = finish(answer)
    switch answer.outcome {
    case .missingFolder(let folder):
      if let marks = order.marks { grid.restore(marks) }
      order.isMakingFolder = true
      let photos = FolderWords.photos(order.action.photoCount)
      return .confirm("\(HomePath(folder, home: home)) does not exist. Create it for \(photos)?") {
        [weak self, order] in self?.perform([order]) ?? .handled
      }
    case .listed(let list): return edit(list, for: order)
    case .done where order.draft != nil && !answer.failures.isEmpty:
      let message = answer.message(home: home, keys)
      let place = order.draft.map { "; your text is in \(FileName($0.path))" } ?? ""
      return .message(StatusMessage(message.text + place, message.kind))
    case .refused(_, _, let list?):
      _ = perform([ActionOrder(action: .listNames(list), listed: order.listed)])
    default: break
    }
    return .message(answer.message(home: home, keys))
  }

  private func finish(_ answer: ActionAnswer) -> ActionOrder {
    journal = answer.journal
    progress = nil
    let order = orders.removeFirst()
    if let draft = order.draft, answer.failures.isEmpty { queue.start { draft.remove() } }
    programs.left.merge(answer.left) { $1 }
    grid.show(answer)
    grid.revise(answer.changed)
    if !answer.changed.isEmpty { grid.lookAgain() }
    answer.write(to: log, home: home, keys)
    // A copy elsewhere does not take the place of a photo that is deleted here.
    switch answer.action {
    case .trash, .erase:
      searchedPaths.formUnion(answer.action.paths.map { $0.absolute(in: workingFolder) })
    default: break
    }
    beginNext()
    return order
  }

  /// Calls `act` with the chosen photos and their paths; `refusal` ends a sentence on others.
  private func onFiles(
    _ refusal: String, _ act: ([Photo], [ByteString]) -> LayerOutcome
  ) -> LayerOutcome {
    let chosen = grid.chosenPhotos
    guard !chosen.isEmpty else { return .ignored }
    let paths = chosen.compactMap(\.path)
    return paths.isEmpty ? .warning("Photos \(chosen.site) \(refusal)") : act(chosen, paths)
  }

  func trash() -> LayerOutcome {
    onFiles("cannot be trashed") { chosen, paths in
      perform(
        [.trash(paths, webCount: chosen.count - paths.count)], on: grid.listedFiles(of: chosen),
        withdrawing: paths)
    }
  }

  func restore() -> LayerOutcome {
    let entries = grid.chosenTrash
    guard !entries.isEmpty else { return .ignored }
    return perform(
      [.restore(entries)], on: grid.listedFiles(of: grid.chosenPhotos),
      withdrawing: entries.filter { $0.original != nil }.map(\.path))
  }

  var trashRefusal: LayerOutcome? {
    guard grid.isTrash else { return nil }
    let (restore, erase) = (trashKeys[.restore], keys[.erase])
    return .warning("This is the trash – \(restore) to restore, \(erase) to delete permanently")
  }

  func erase() -> LayerOutcome {
    onFiles("cannot be deleted") { chosen, paths in
      let (count, hidden) = (paths.count, hiddenWords.map { ", \($0)" } ?? "")
      let asked = askedFiles(of: chosen)
      let action: PhotoAction =
        grid.isTrash
        ? .eraseTrashed(grid.chosenTrash) : .erase(paths, webCount: chosen.count - count)
      let subject = count == 1 ? "\(FileName(lastOf: paths[0]))" : FolderWords.photos(count)
      let deed = "Delete \(subject) permanently\(hidden)?"
      return .open(
        AnswerLayer("\(deed) Type \(count) to confirm:") { [weak self] answer in
          guard let self, answer == "\(count)" else { return .message("Nothing was deleted") }
          return perform([action], on: asked.files, withdrawing: paths)
        })
    }
  }

  func rename() -> LayerOutcome {
    if let trashRefusal { return trashRefusal }
    guard grid.markedPhotos.count > 1 else { return askForName() }
    if let refusal = programs.refusal { return refusal }
    return onFiles("cannot be renamed") { chosen, paths in
      let list = NameListFile(in: programs.settings.temporaryFolder, for: paths)
      return perform([.listNames(list)], on: grid.listedFiles(of: chosen), reading: chosenFiles)
    }
  }

  private var chosenFiles: [CatalogEntry] { grid.chosenEntries.filter { $0.photo.path != nil } }

  private func edit(_ list: NameListFile, for order: ActionOrder) -> LayerOutcome {
    programs.edit(
      list.path, failing: "Not renamed", discard: { [queue] in queue.start { list.remove() } }
    ) { [weak self] in
      _ = self?.perform([ActionOrder(action: .renameListed(list), listed: order.listed)])
    }
  }

  private func askForName() -> LayerOutcome {
    guard let photo = grid.chosenPhotos.first else { return .ignored }
    guard photo.path != nil else { return .warning("Photos \(photo.site) cannot be renamed") }
    // A name that is not valid UTF-8 cannot be typed.
    let name = (String(validating: photo.name.bytes, as: UTF8.self) ?? "").replacing(
      "{", with: "{{")
    let end = name.lastIndex(of: ".") ?? name.endIndex
    return .commandLine("\(Command.rename.rawValue) \(name[..<end])", after: String(name[end...]))
  }

  func rename(to text: String) -> LayerOutcome {
    if let trashRefusal { return trashRefusal }
    var pattern: RenamePattern
    do throws(RenamePatternError) {
      pattern = try RenamePattern(text)
    } catch {
      return .error("\(error)")
    }
    pattern.keepsExtension = true
    if let name = pattern.plainName { return rename(to: name) }
    return onFiles("cannot be renamed") { chosen, paths in
      perform(
        [.renameByPattern(pattern, paths.map { RenamedPhoto($0) })],
        on: grid.listedFiles(of: chosen), reading: pattern.needsMetadata ? chosenFiles : nil)
    }
  }

  private func rename(to name: ByteString) -> LayerOutcome {
    let chosen = grid.chosenPhotos
    guard let photo = chosen.first else { return .ignored }
    guard chosen.count == 1 else {
      let stem = FileName(name.stem)
      return .error("\(chosen.count.grouped) photos need different names, such as \(stem)_{n}")
    }
    guard let path = photo.path else { return .warning("Photos \(photo.site) cannot be renamed") }
    let name = name.keepingExtension(of: path.lastName)
    let run = { [self] in
      perform([.rename(FileRename(path, to: name))], on: grid.listedFiles(of: [photo]))
    }
    let isLost =
      PictureFormat(fileName: path.lastName.bytes) != nil
      && PictureFormat(fileName: name.bytes) == nil && NameProblem(of: name) == nil
    guard isLost else { return run() }
    return .confirm(
      "\(FileName(name)) is not the name of a photo and will not be listed; rename?", run)
  }

  /// `command` is copy, move or export.
  func place(in typed: String, by command: Command) -> LayerOutcome {
    let isMoving = command == .move
    if isMoving, let trashRefusal { return trashRefusal }
    let chosen = grid.chosenPhotos
    guard !chosen.isEmpty else { return .ignored }
    let paths = chosen.compactMap(\.path)
    guard home != nil || typed != "~" && !typed.hasPrefix("~/") else {
      return .error("HOME is not set to a folder; write the path without ~")
    }
    guard !isMoving || !paths.isEmpty else {
      return .warning("Photos \(chosen.site) can be copied, not moved: \(keys.line(for: .copy))")
    }
    guard command != .export || !typed.hasPrefix("--") else {
      return .error("Options of exports are settings, such as export-long-side; ./-- for a folder")
    }
    var folder = ByteString(typed, home: home)
    // Questions and messages have the whole path: the folder that is shown may be another.
    if folder.bytes.first != UInt8(ascii: "/"), !workingFolder.bytes.isEmpty {
      folder = workingFolder.appending(folder)
    }
    folders.note(typed)
    let action: PhotoAction =
      switch command {
      case .move: .move(paths, into: folder)
      case .export: .export(chosen, into: folder, exporter?.settings ?? ExportSettings())
      default: .copy(paths, distant: chosen.filter { $0.path == nil }, into: folder)
      }
    return perform([action], on: grid.listedFiles(of: chosen))
  }

  func copyPath() -> LayerOutcome {
    onFiles("have no path") { _, paths in
      guard copyPaths(paths) else { return .error("Too many paths for the clipboard") }
      let sent = paths.count == 1 ? "Path" : "\(paths.count.grouped) paths"
      // Copying a path is harmless, so hidden photos are only mentioned.
      let hidden = hiddenWords.map { ", \($0)" } ?? ""
      return .success("\(sent) copied\(hidden)")
    }
  }

  /// Drags the photo to another program, or all marked ones if it is one of them in the grid.
  func dragOut(_ entry: CatalogEntry) -> LayerOutcome {
    let isMarked = grid.viewer == nil && grid.marks.contains(entry.id)
    let photos = isMarked ? grid.chosenPhotos : [entry.photo]
    let paths = photos.compactMap(\.path)
    guard let first = paths.first else { return .warning("Photos \(photos.site) are not files") }
    let name = "\(FileName(first.lastName))"
    programs.dragOut(paths, named: paths.count == 1 ? name : FolderWords.photos(paths.count))
    return .handled
  }

  func turn(_ side: String) -> LayerOutcome {
    if let trashRefusal { return trashRefusal }
    let turns: [String: Orientation] = ["left": .leftBottom, "right": .rightTop]
    guard let turn = turns[side] else { return .warning("Type left or right") }
    return onFiles("cannot be rotated") { chosen, paths in
      perform([.turn(paths, turn)], on: grid.listedFiles(of: chosen))
    }
  }

  /// Undoes or redoes; asks first if that changes photos of a folder that is not shown.
  func replay(_ action: PhotoAction, times: Int?) -> LayerOutcome {
    let count = min(max(1, times ?? 1), ActionJournal.limit)
    let run = { [weak self] in
      self?.perform(Array(repeating: action, count: count)) ?? .handled
    }
    let next = action == .undo ? journal.nextUndo : journal.nextRedo
    guard orders.isEmpty, !grid.isTrash, let next, isElsewhere(next) else { return run() }
    let photo = next.changes.first { !$0.isCompanion } ?? next.changes[0]
    let folder = HomePath(photo.from.folderPath, home: home)
    let photos = FolderWords.photos(next.photoCount)
    let verb = action == .undo ? "Undo" : "Redo"
    return .confirm("\(verb) \(next.kind.participle) \(photos) in \(folder)?", run)
  }

  private func isElsewhere(_ step: ActionStep) -> Bool {
    let workingFolder = workingFolder
    let shown = Set(grid.listedDirectories.keys.map { $0.absoluteFolder(in: workingFolder) })
    let folders = step.folders.map { $0.absoluteFolder(in: workingFolder) }
    // The copies are usually elsewhere.
    return ![.copy, .collect].contains(step.kind) && !shown.isEmpty
      && shown.isDisjoint(with: folders)
  }

  /// Withdraws photos at once, so that the next photo is selected and the next key applies to it.
  func perform(
    _ new: [PhotoAction], on listed: ListedFiles? = nil, reading unread: [CatalogEntry]? = nil,
    withdrawing paths: [ByteString] = []
  ) -> LayerOutcome {
    guard actions != nil else { return .warning("Files cannot be changed here") }
    defer { grid.withdraw(paths) }
    return perform(
      new.map { ActionOrder(action: $0, listed: listed.map { asked ?? $0 }, unread: unread) })
  }

  private func perform(_ new: [ActionOrder]) -> LayerOutcome {
    let isIdle = orders.isEmpty
    orders += new
    if case .move(let paths, _)? = new.first?.action {
      orders[orders.count - 1].marks = grid.savedMarks
      grid.withdraw(paths)
    }
    if isIdle { beginNext() }
    return .handled
  }

  private func beginNext() {
    if readsFirst() { return }
    guard var order = orders.first, let usual = actions else { return }
    let (action, isMakingFolder) = (order.action, order.isMakingFolder)
    order.listed?.left = programs.left
    let actions = usual.joining(pairs: grid.joinsPairs).checking(order.listed)
    let control = ActionControl { [mailbox] in mailbox.post(.acting($0)) }
    self.control = control
    let workingFolder = workingFolder
    let run = { @Sendable [journal, collections] in
      action.run(by: actions, journal, control, isMakingFolder: isMakingFolder) { step, isUndo in
        collections?.follow(step, isUndo: isUndo, in: workingFolder, by: usual) ?? []
      }
    }
    if let (photos, folder) = action.brought {
      let bringing = PhotoBringing(
        loader: grid.loader, exporter: action.isExport ? exporter : nil, actions: actions,
        queue: queue)
      waitingPart = Task { [queue, mailbox] in
        var answer = await queue.run { run() }
        if let result = answer.result {
          answer.outcome = .done(await bringing.bring(photos, into: folder, after: result, control))
          answer.noteStep()
        }
        mailbox.post(.acted(answer))
      }
      return
    }
    guard !queue.start({ [mailbox] in mailbox.post(.acted(run())) }) else { return }
    let outcome = ActionAnswer.Outcome.nothing(.error("Failed: the system has no free thread"))
    mailbox.post(.acted(ActionAnswer(action: action, outcome: outcome, journal: journal)))
  }

  /// Resumes the next action when what it depends on is read; false if nothing is missing.
  private func readsFirst() -> Bool {
    guard let order = orders.first else { return false }
    switch order.action {
    case .note(let note, let photos, let count) where order.action.lacksRatings:
      Task.immediate { [weak self, grid] in
        await grid.browsedFacts.readRatings(of: photos.map(\.entry))
        guard let self else { return }
        let (resolved, known) = resolved(note, photos)
        if note.isLabel { grid.begin(resolved, of: photos.map(\.id)) }
        begin(.note(resolved, known, among: count))
      }
    case .describe(let change, var photos) where photos.texts == nil:
      Task.immediate { [weak self, grid] in
        photos.texts = await grid.browsedFacts.descriptions(of: photos.entries)
        self?.begin(.describe(change, photos))
      }
    default:
      guard let unread = order.unread else { return false }
      readFacts(of: unread, for: order.action)
    }
    return true
  }

  private func readFacts(of unread: [CatalogEntry], for action: PhotoAction) {
    let readsFiles = if case .renameByPattern = action { true } else { false }
    waitingPart = Task.immediate { [weak self, grid, mailbox] in
      let facts = await grid.browsedFacts.facts(of: unread, readsFiles: readsFiles) {
        mailbox.post(.acting(ActionProgress(done: $0, total: unread.count)))
      }
      guard let self, orders.first?.action == action else { return }
      guard !Task.isCancelled else {
        let outcome = ActionAnswer.Outcome.nothing("Nothing was renamed")
        mailbox.post(.acted(ActionAnswer(action: action, outcome: outcome, journal: journal)))
        return
      }
      orders[0].unread = nil
      begin(action.knowing(facts))
    }
  }

  private func begin(_ action: PhotoAction) {
    orders[0].action = action
    beginNext()
  }

  func stop() {
    control.cancel()
    waitingPart?.cancel()
    // Ratings are already shown, so they are still written.
    orders = orders.prefix(1) + orders.dropFirst().filter(\.action.isNote)
  }
}

// MARK: Questions on hidden photos

extension FileOperationController {
  /// Runs `perform`, after a confirmation prompt if some marked photos are not visible.
  ///
  /// `deed` describes the action, given the number of photos, or returns nil if it needs no prompt.
  func confirmingHidden(
    _ deed: (String) -> String?, _ perform: @escaping () -> LayerOutcome
  ) -> LayerOutcome {
    guard grid.viewer == nil, grid.markedCount > 0,
      let deed = deed(FolderWords.photos(grid.markedCount)), let hidden = hiddenWords
    else { return perform() }
    let asked = grid.chosenEntries
    let files = askedFiles(of: asked.map(\.photo))
    return .confirm("\(deed), \(hidden)?") { [weak self, grid] in
      // Act only on exactly the photos that the prompt named.
      guard grid.chosenEntries.map(\.photo) == asked.map(\.photo) else {
        return .warning("Cancelled: the marked photos have changed")
      }
      self?.asked = files.files
      defer { self?.asked = nil }
      return perform()
    }
  }

  /// How many marked photos are hidden and why: `2 of them hidden by the filter`; nil for none.
  private var hiddenWords: String? { grid.hiddenMarks.words(of: grid.markedCount) }

  private func askedFiles(of photos: [Photo]) -> AskedFiles {
    let files = AskedFiles(grid.listedFiles(of: photos), of: photos)
    queue.start { files.readVersions() }
    return files
  }
}

// MARK: Rating

extension FileOperationController {
  /// Applies a rating, label or flag, shown at once and written in the background in key order.
  ///
  /// Unknown present ratings are read first; a label is shown only after that, as label keys
  /// toggle. `count` is the size of the burst whose last remaining frame is picked.
  func note(
    _ note: RatingChange, of entries: [CatalogEntry], among count: Int? = nil
  ) -> LayerOutcome {
    if let trashRefusal { return trashRefusal }
    let photos = entries.compactMap { $0.photo.isOnWeb ? nil : NotedPhoto($0) }
    guard !photos.isEmpty else {
      return .warning("Photos \(entries.map(\.photo).site) cannot be rated")
    }
    let listed = grid.listedFiles(of: photos.lazy.map(\.entry.photo))
    let isKnown =
      grid.facts.knowsRatings(of: photos.lazy.map(\.entry))
      && !waiting.contains(where: \.lacksRatings)
    let (change, rated) = isKnown ? resolved(note, photos) : (note, photos)
    let outcome = perform([.note(change, rated, among: count)], on: listed)
    if isRunning, isKnown || !note.isLabel { grid.begin(change, of: photos.map(\.id)) }
    return outcome
  }

  /// A label that all photos have is removed; adds the known ratings.
  private func resolved(
    _ note: RatingChange, _ photos: [NotedPhoto]
  ) -> (RatingChange, [NotedPhoto]) {
    var note = note
    if case .label(let label?) = note,
      photos.allSatisfy({ grid.browsedFacts[$0.id]?.label == label.name })
    {
      note = .label(nil)
    }
    return (note, photos.map { $0.knowing(grid.browsedFacts.written($0.id)) })
  }
}

// MARK: Texts

extension FileOperationController {
  /// Why texts of the photos cannot be changed; nil if they can be.
  func refusal(toChange noun: String, of entries: [CatalogEntry]) -> LayerOutcome? {
    if let trashRefusal { return trashRefusal }
    guard actions != nil else { return .warning("Files cannot be changed here") }
    return entries.allSatisfy { $0.photo.path == nil }
      ? .warning("The \(noun) of photos \(entries.map(\.photo).site) cannot be changed") : nil
  }

  /// Changes texts, shown at once and written in the background.
  /// `draft` is the text in a file, which remains if a photo could not be changed.
  func describe(
    _ change: TextChange, _ entries: [CatalogEntry], draft: EditorFile? = nil
  ) -> LayerOutcome {
    if let refusal = refusal(toChange: change.noun, of: entries) { return refusal }
    if case .keywords(let keywords) = change, keywords.target == nil { lastKeywords = keywords }
    let isMixed = entries.contains { $0.photo.isOnWeb }
    var photos = DescribedPhotos(entries: isMixed ? entries.filter { !$0.photo.isOnWeb } : entries)
    // They replace what the sidecar has, whatever the photo says.
    if case .iptc = change { photos.texts = [] }
    let listed = grid.listedFiles(of: photos.entries.lazy.map(\.photo))
    let outcome = perform([.describe(change, photos)], on: listed)
    if let draft { orders[orders.count - 1].draft = draft }
    grid.begin(change, of: photos.entries.map(\.id))
    return outcome
  }

  /// Finds the shown photos whose keywords a line renames, and posts `keywordsFound`.
  func rename(byLine line: KeywordLine) -> LayerOutcome {
    if let trashRefusal { return trashRefusal }
    onKeywords { grid, mailbox in
      let keywords = await grid.shownKeywords()
      do throws(KeywordError) {
        // The first reading may have parted a name at its own “to”.
        let known = keywords.map { $0.value.lowercased() }
        let change = try (KeywordLine(line.text, knowing: known) ?? line).change()
        let found = await grid.photos(renamedBy: change)
        mailbox.post(.keywordsFound(change, found))
      } catch {
        mailbox.post(.notice(.error("\(error)")))
      }
    }
    return .handled
  }

  private func completeKeyword(_ argument: String) {
    onKeywords { grid, mailbox in
      await grid.readIndexedKeywords()
      let keywords = await grid.shownKeywords()
      let menu = KeywordLine.completions(
        of: argument, among: keywords, grid.otherKeywords(than: keywords))
      mailbox.post(.completed(LineCompletion(argument: argument, menu: menu)))
    }
  }

  /// Once the texts of all photos are read; only the last call counts until then.
  private func onKeywords(
    _ body: @escaping (GridViewModel, Mailbox<BrowserEvent>) async -> Void
  ) {
    let run = { [grid, mailbox] in _ = Task.immediate { await body(grid, mailbox) } }
    if grid.readFacts(for: Filter("keyword:a"), run) { run() }
  }

  /// Opens an editor on a caption, and posts `captionEdited`.
  func edit(_ caption: EditedCaption, text: String) -> LayerOutcome {
    let file = caption.file
    let head = NameList.head([
      "The caption of \(caption.subject), in one or more lines. Lines like this one are ignored.",
      "Without text it is removed. Quit with an error, as by :cq in vi, to change nothing.",
    ])
    return programs.edit(
      file.path, failing: "No caption changed",
      prepare: { () throws(SystemError) in try file.write(head + Array("\(text)\n".utf8)) },
      discard: { WorkQueue(label: "captions").start { file.remove() } }
    ) { [mailbox] in
      // File actions may take long.
      WorkQueue(label: "captions").start {
        do throws(SystemError) {
          let text = NameList.withoutHead(try file.read())
          mailbox.post(.captionEdited(caption, text: text))
        } catch {
          mailbox.post(.notice(.error("No caption changed: \(error)")))
        }
      }
    }
  }

  func discard(_ draft: EditorFile) { queue.start { draft.remove() } }

  func readTexts(of entry: CatalogEntry, _ show: @escaping (PhotoDescription) -> Void) {
    Task.immediate { [grid, mailbox] in
      show(await grid.browsedFacts.shownTexts(of: entry))
      mailbox.post(.redraw)
    }
  }
}

// MARK: Shutdown

extension FileOperationController {
  /// A cancelled action may be blocked forever.
  private static let longestStop = Duration.seconds(5)

  /// Cancels the running action unless it must be completed, then completes the pending ratings.
  ///
  /// Ctrl-C ends that early. `clock` measures `longestStop`.
  func finish(on clock: any Clock<Duration>) async {
    let isStopped = waiting.first?.isWrittenAtEnd == false
    if isStopped {
      control.cancel()
      waitingPart?.cancel()
    }
    orders = orders.prefix(1) + orders.dropFirst().filter(\.action.isWrittenAtEnd)
    await withTaskGroup(of: Void.self) { group in
      if isStopped {
        group.addTask { [mailbox] in
          guard (try? await clock.sleep(for: Self.longestStop)) != nil else { return }
          mailbox.post(.stopOverdue)
        }
      }
      await takeRest(stopping: isStopped)
      group.cancelAll()
    }
  }

  private func takeRest(stopping isStopped: Bool) async {
    var (isStopped, abandoned) = (isStopped, PhotoAction?.none)
    while isRunning {
      for event in await mailbox.drain() {
        switch event {
        case .acted(let answer) where answer.action == abandoned: abandoned = nil
        case .acted(let answer):
          isStopped = false
          _ = finish(answer)
          if case .listed(let list) = answer.outcome { await queue.run { list.remove() } }
        case .stopOverdue where isStopped:
          (isStopped, abandoned) = (false, orders.removeFirst().action)
          beginNext()
        case .terminal(.key(.control("c"))): return
        default: break
        }
      }
    }
  }
}
