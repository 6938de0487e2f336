package import Base
package import Catalogs
package import FileActions
package import Imaging
package import Photos
import Storage

nonisolated package enum PhotoAction: Hashable, Sendable {
  /// `webCount` remote photos are selected too; they cannot be moved to the trash.
  case trash([ByteString], webCount: Int)
  case copy([ByteString], distant: [Photo], into: ByteString)
  case export([Photo], into: ByteString, ExportSettings)
  case move([ByteString], into: ByteString)
  case rename(FileRename)
  case renameByPattern(RenamePattern, [RenamedPhoto])
  case listNames(NameListFile)
  case renameListed(NameListFile)
  case erase([ByteString], webCount: Int)
  case restore([TrashEntry])
  case eraseTrashed([TrashEntry])
  /// `among` is the size of the burst if its last remaining frame is picked.
  case note(RatingChange, [NotedPhoto], among: Int? = nil)
  case describe(TextChange, DescribedPhotos)
  case turn([ByteString], Orientation)
  case collect(CollectionChange)
  case undo
  case redo

  /// Blocks; a missing target folder is created only if `isMakingFolder`. `follow` updates the
  /// collections after a step, and returns its failures.
  func run(
    by actions: FileActions, _ journal: ActionJournal, _ control: ActionControl,
    isMakingFolder: Bool, follow: (ActionStep, _ isUndo: Bool) -> [FileActionError]
  ) -> ActionAnswer {
    var journal = journal
    if let folder, actions.isMissing(folder) {
      guard isMakingFolder else {
        return ActionAnswer(action: self, outcome: .missingFolder(folder), journal: journal)
      }
      do throws(FileActionError) {
        try actions.makeFolder(folder)
      } catch {
        let kind: ActionStep.Kind = if case .move = self { .move } else { .copy }
        return ActionAnswer(
          action: self, outcome: .done(ActionResult(kind, failures: [error])), journal: journal)
      }
    }
    var outcome: ActionAnswer.Outcome =
      switch self {
      case .trash(let paths, _): .done(actions.putIntoTrash(paths, control: control))
      case .move(let paths, let folder): .done(actions.move(paths, into: folder, control: control))
      case .copy(let paths, _, let folder):
        .done(actions.copy(paths, into: folder, control: control))
      case .export: .done(ActionResult(.copy))
      case .rename(let rename): .done(actions.rename([rename]))
      case .renameByPattern(let pattern, let photos): Self.rename(photos, by: pattern, actions)
      case .listNames(let list): Self.write(list)
      case .renameListed(let list): Self.rename(list, by: actions)
      case .erase(let paths, _): .erased(actions.erase(paths, control: control))
      case .restore(let entries): .done(actions.restore(entries, control: control))
      case .eraseTrashed(let entries): .erased(actions.erase(trashed: entries, control: control))
      case .note(let change, let photos, _): .done(change.written(of: photos, by: actions))
      case .describe(let change, let photos): .done(change.written(of: photos, by: actions))
      case .turn(let paths, let turn): .done(turn.made(of: paths, by: actions))
      case .collect(let change): .done(change.written(by: actions))
      case .undo:
        journal.undo(by: actions).map { .done($0) } ?? .nothing(.warning("Nothing to undo"))
      case .redo:
        journal.redo(by: actions).map { .done($0) } ?? .nothing(.warning("Nothing to redo"))
      }
    if case .done(var result) = outcome {
      result.failures += follow(result.step, self == .undo)
      outcome = .done(result)
    }
    var answer = ActionAnswer(action: self, outcome: outcome, journal: journal)
    answer.noteDescription()
    // `undo` and `redo` update the journal themselves; other photos follow those copied here.
    if ![.undo, .redo].contains(self), brought == nil { answer.noteStep() }
    return answer
  }

  private static func rename(
    _ photos: [RenamedPhoto], by pattern: RenamePattern, _ actions: FileActions
  ) -> ActionAnswer.Outcome {
    do throws(RenamePatternError) {
      let renames = try pattern.renames(of: photos).filter { $0.path.lastName != $0.name }
      guard !renames.isEmpty else { return .nothing("No name was changed") }
      let result = actions.rename(renames)
      return result.failures.isEmpty
        ? .done(result) : .refused("nothing was renamed", failures: result.failures)
    } catch {
      return .refused("\(error)")
    }
  }

  private static func write(_ list: NameListFile) -> ActionAnswer.Outcome {
    do throws(NameListError) {
      try list.write()
      return .listed(list)
    } catch {
      return .refused("\(error)")
    }
  }

  private static func rename(
    _ list: NameListFile, by actions: FileActions
  ) -> ActionAnswer.Outcome {
    let text: [UInt8]
    let renames: [FileRename]
    do throws(NameListError) {
      text = try list.read()
    } catch {
      return .refused("\(error)")
    }
    guard !text.allSatisfy(\.isSpace), text != list.refused else {
      list.remove()
      return .nothing("Nothing was renamed")
    }
    func refused(
      _ reason: String, _ failures: [FileActionError] = [], again: NameListFile?
    ) -> ActionAnswer.Outcome {
      let place = again == nil ? "; your names are in \(FileName(list.path))" : ""
      return .refused(reason + place, failures: failures, again: again)
    }
    do throws(NameListError) {
      renames = try list.renames(in: text)
    } catch {
      return refused("\(list.located(error))", again: list.refusing(text, for: error))
    }
    let result = actions.rename(renames)
    guard result.failures.isEmpty else {
      let again = list.refusing(text, for: result.failures.map(\.description))
      return refused("nothing was renamed", result.failures, again: again)
    }
    list.remove()
    return renames.isEmpty ? .nothing("No name was changed") : .done(result)
  }

  /// Photos that are downloaded or exported into a folder after `run`.
  var brought: (photos: [Photo], folder: ByteString)? {
    switch self {
    case .copy(_, let photos, let folder) where !photos.isEmpty: (photos, folder)
    case .export(let photos, let folder, _): (photos, folder)
    default: nil
    }
  }

  var isExport: Bool { if case .export = self { true } else { false } }

  fileprivate var folder: ByteString? {
    switch self {
    case .copy(_, _, let folder), .move(_, let folder), .export(_, let folder, _): folder
    default: nil
    }
  }

  var photoCount: Int {
    switch self {
    case .copy(let paths, let distant, _): paths.count + distant.count
    case .export(let photos, _, _): photos.count
    default: paths.count
    }
  }

  /// Empty for undo and redo, whose journal knows them.
  var paths: [ByteString] {
    switch self {
    case .trash(let paths, _), .copy(let paths, _, _), .move(let paths, _), .erase(let paths, _),
      .turn(let paths, _):
      paths
    case .export(let photos, _, _): photos.compactMap(\.path)
    case .rename(let rename): [rename.path]
    case .renameByPattern(_, let photos): photos.map(\.path)
    case .listNames(let list), .renameListed(let list): list.photos
    case .note(_, let photos, _): photos.map(\.path)
    case .describe(_, let photos): photos.entries.compactMap(\.photo.path)
    case .collect(let change): change.photos
    case .restore(let entries), .eraseTrashed(let entries): entries.map(\.path)
    case .undo, .redo: []
    }
  }

  var isNote: Bool {
    switch self {
    case .note, .describe: true
    default: false
    }
  }

  /// Whether the present ratings must be read before the action can be resolved.
  var lacksRatings: Bool {
    if case .note(_, let photos, _) = self { !photos.allSatisfy(\.isKnown) } else { false }
  }

  /// Whether it is completed before the program ends.
  var isWrittenAtEnd: Bool { isNote || self == .undo || self == .redo }

  var participle: String {
    switch self {
    case .trash: "trashing"
    case .copy: "copying"
    case .export: "exporting"
    case .move: "moving"
    case .rename, .renameByPattern, .renameListed: "renaming"
    case .listNames: "listing names"
    case .erase, .eraseTrashed: "deleting"
    case .restore: "restoring"
    case .note: "rating"
    case .describe(let change, _): "changing \(change.noun)"
    case .turn: "rotating"
    case .collect: "writing the collection"
    case .undo: "undoing"
    case .redo: "redoing"
    }
  }
}

extension ActionStep.Kind {
  nonisolated var participle: String {
    switch self {
    case .trash: "trashing"
    case .copy: "copying"
    case .move: "moving"
    case .rename: "renaming"
    case .note(let noun), .describe(let noun): "changing the \(noun) of"
    case .turn: "rotating"
    case .collect: "the change of a collection of"
    case .restore: "restoring"
    }
  }
}

nonisolated package struct ActionAnswer: Hashable, Sendable {
  enum Outcome: Hashable, Sendable {
    case done(ActionResult)
    case erased(ErasedFiles)
    case missingFolder(ByteString)
    case listed(NameListFile)
    /// There was nothing to do, or no thread could be started.
    case nothing(StatusMessage)
    /// Nothing was done; `again` is a list of names to be edited again.
    case refused(String, failures: [FileActionError] = [], again: NameListFile? = nil)
  }

  let action: PhotoAction
  var outcome: Outcome
  private(set) var journal: ActionJournal
  /// What a change of texts has changed: of many photos it is found before the main actor needs it.
  var description: String?

  var result: ActionResult? {
    if case .done(let result) = outcome { result } else { nil }
  }

  mutating func noteStep() {
    if let result { journal.record(result.step) }
  }

  var erased: [ByteString] {
    if case .erased(let files) = outcome { files.photos } else { [] }
  }

  var failures: [FileActionError] {
    switch outcome {
    case .done(let result): result.failures
    case .erased(let files): files.failures
    case .refused(_, let failures, _): failures
    default: []
    }
  }

  /// Skipped, as they do not match what was shown.
  var changed: [ByteString] {
    let names = Set(failures.compactMap(\.changedOnDisk))
    guard !names.isEmpty else { return [] }
    return action.paths.filter { names.contains(FileName(lastOf: $0)) }
  }

  var left: [ByteString: FileIdentity] {
    // Copies are new files, which no listing has shown yet.
    switch action {
    case .copy, .export: return [:]
    default: break
    }
    guard let step = result?.step else { return [:] }
    return Dictionary(step.changes.flatMap(\.left)) { $1 }
  }

  var isBack: Bool { action == .undo }
}

extension ActionAnswer {
  func write(to log: Log, home: ByteString?, _ keys: BoundKeys) {
    if case .listed = outcome { return }
    log.write(
      failures.isEmpty ? .info : .warning, .action,
      "\(action.participle): \(message(home: home, keys).text)")
    for failure in failures.dropFirst() { log.write(.warning, .action, "\(failure)") }
  }

  func message(home: ByteString?, _ keys: BoundKeys) -> StatusMessage {
    let (parts, doneCount): ([String], Int)
    switch outcome {
    case .nothing(let message): return message
    case .listed: return ""
    case .refused(let reason, let failures, _):
      return .error((Self.words(for: failures) + [reason]).joined(separator: "; "))
    case .missingFolder(let folder):
      return .error("\(HomePath(folder, home: home)) does not exist; nothing was done")
    case .erased(let files):
      doneCount = files.photos.count
      let photos = Self.photos(doneCount, files.photos.first)
      let done = doneCount > 0 ? ["\(photos) deleted permanently (cannot be undone)"] : []
      parts = done + web + Self.words(for: files.failures)
    case .done(let result):
      doneCount = result.step.photoCount
      let done = doneCount > 0 ? [deed(of: result, home, keys)] : unchanged
      parts = done + present(result) + web + Self.words(for: result.failures) + furtherTry(keys)
    }
    let kind: StatusMessage.Kind = failures.isEmpty ? .success : doneCount > 0 ? .warning : .error
    return StatusMessage(parts.joined(separator: "; "), kind)
  }

  private func present(_ result: ActionResult) -> [String] {
    let count = result.presentCount
    guard count > 0 else { return [] }
    return ["\(Self.photos(count, nil)) \(count == 1 ? "is" : "are") there already"]
  }

  private func copied(_ result: ActionResult, _ home: ByteString?) -> String {
    let photos = result.copies
    let renamed = Self.newNames(result.renamed, of: photos.count)
    let subject = Self.photos(photos.count, renamed.isEmpty ? photos[0] : nil)
    guard case .export(_, _, let settings) = action else {
      return "\(subject) copied" + (action == .redo ? " again" : destination(home) + renamed)
    }
    return "\(subject) exported\(destination(home))\(renamed), \(settings.summary)"
  }

  private static func newNames(_ names: [FileName], of count: Int) -> String {
    switch names.count {
    case 0: ""
    case 1 where count > 1: ", one as \(names[0])"
    case 1: " as \(names[0])"
    case let number: ", \(number.grouped) under new names"
    }
  }

  /// `1 photo restored to ~/photos as a_1.jpg, its folder made again`.
  private func restored(_ result: ActionResult, _ home: ByteString?) -> String {
    let photos = result.copies
    let folders = Set(photos.map(\.folderPath))
    let renamed = Self.newNames(result.renamed, of: photos.count)
    let subject = Self.photos(photos.count, renamed.isEmpty ? photos[0] : nil)
    let place = folders.count == 1 ? " to \(HomePath(photos[0].folderPath, home: home))" : ""
    let made = result.madeFolders.count
    let again =
      made == 0
      ? "" : made == 1 ? ", its folder made again" : ", \(made.grouped) folders made again"
    return "\(subject) restored\(place)\(renamed)\(again)"
  }

  private func deed(of result: ActionResult, _ home: ByteString?, _ keys: BoundKeys) -> String {
    let step = result.step
    let first = step.changes.first { !$0.isCompanion }
    let photos = Self.photos(step.photoCount, first?.from)
    let newName = step.photoCount == 1 ? first.map { " to \(FileName(lastOf: $0.to))" } : nil
    let deed =
      switch step.kind {
      case .trash: isBack ? "\(photos) restored" : "\(photos) trashed"
      case .note(let noun) where isBack, .describe(let noun) where isBack:
        "\(noun.capitalizedFirst) of \(photos) undone"
      case .note(let noun): noted(noun, photos)
      case .describe(let noun): description ?? described(step, noun, photos)
      case .turn: isBack ? "Rotation of \(photos) undone" : "\(photos) rotated"
      case .collect: collected(result)
      case .move:
        isBack
          ? "Move of \(photos) undone"
          : "\(photos) moved\(destination(home))"
            + Self.newNames(result.renamed, of: step.photoCount)
      case .copy: isBack ? "Copy of \(photos) moved to the trash" : copied(result, home)
      case .restore: isBack ? "\(photos) moved back to the trash" : restored(result, home)
      case .rename: isBack ? "Rename of \(photos) undone" : "\(photos) renamed\(newName ?? "")"
      }
    return deed + (isBack ? " (\(keys[.redo]) redo)" : " – \(keys[.undo]) to undo")
  }

  private var unchanged: [String] {
    guard failures.isEmpty else { return [] }
    switch action {
    case .describe(let change, let photos):
      let count = photos.entries.count
      return [change.unchanged(of: Self.photos(count, photos.entries.first?.photo.path), count)]
    // With new paths, another program has changed the list meanwhile.
    case .collect(let change) where !change.isAddition && change.newPaths == nil:
      let photos = Self.photos(change.photos.count, change.first)
      return ["\(photos) \(change.photos.count == 1 ? "is" : "are") not in @\(change.name)"]
    case .note(let note, let photos, _):
      return ["\(Self.photos(photos.count, photos.first?.path)) \(note)"]
    default: return []
    }
  }

  private func noted(_ noun: String, _ photos: String) -> String {
    guard case .note(let note, _, let count) = action else {
      return "\(noun.capitalizedFirst) of \(photos) changed again"
    }
    return "\(photos) \(note)" + (count.map { ", last of \($0) frames" } ?? "")
  }

  private func collected(_ result: ActionResult) -> String {
    guard case .collect(let change) = action else {
      let name = result.step.changes.first.map { "@\($0.to.lastName.stem)" } ?? "collection"
      return isBack ? "Change of \(name) undone" : "\(name) changed again"
    }
    if let found = change.newPaths {
      let photos = FolderWords.photos(found.count)
      return "\(photos) of @\(change.name) \(found.count == 1 ? "was" : "were") found under "
        + (found.count == 1 ? "a new name" : "new names")
    }
    let count = change.photos.count - result.presentCount - result.failures.count
    let photos = Self.photos(count, count == change.photos.count ? change.first : nil)
    return "\(photos) \(change.isAddition ? "added to" : "dropped from") @\(change.name)"
  }

  private func destination(_ home: ByteString?) -> String {
    action.folder.map { " to \(HomePath($0, home: home))" } ?? ""
  }

  fileprivate nonisolated mutating func noteDescription() {
    guard let step = result?.step, case .describe(let noun) = step.kind, !isBack else { return }
    let first = step.changes.first { !$0.isCompanion }
    description = described(step, noun, Self.photos(step.photoCount, first?.from))
  }

  /// What has changed, which may be less than what was typed: `Added 2 keywords to 12 photos`.
  private nonisolated func described(_ step: ActionStep, _ noun: String, _ photos: String) -> String
  {
    guard case .describe(let change, let all) = action else {
      return "\(noun.capitalizedFirst) of \(photos) changed again"
    }
    guard case .keywords(let change) = change else {
      return "\(noun.capitalizedFirst) of \(photos) \(change.isRemoval ? "removed" : "set")"
    }
    if let target = change.target {
      let words = Self.keywords(change.sources)
      return change.sources.count == 1
        ? "Renamed \(words) to \(target) in \(photos)"
        : "Merged \(words) into \(target) in \(photos)"
    }
    let done = Set(step.changes.map(\.from))
    let effects = all.entries.indices.map { (path: all.path(at: $0), place: $0) }
      .filter { done.contains($0.path) }
      .map { (path: $0.path, change: change.effect(on: all.texts(at: $0.place).keywords)) }
    let added = effects.filter { !$0.change.added.isEmpty }
    let removed = effects.filter { !$0.change.removed.isEmpty }
    let add = "Added \(Self.keywords(added.flatMap(\.change.added)))"
    let remove = "removed \(Self.keywords(removed.flatMap(\.change.removed)))"
    let (addedTo, removedFrom) = (
      Self.photos(added.count, added.first?.path), Self.photos(removed.count, removed.first?.path)
    )
    return switch (added.map(\.path), removed.map(\.path)) {
    case ([], []): "Keywords of \(photos) changed"
    case (_, []): "\(add) to \(addedTo)"
    case ([], _): "\(remove.capitalizedFirst) from \(removedFrom)"
    case let (some, others) where some == others: "\(add), \(remove) on \(addedTo)"
    default: "\(add) to \(addedTo), \(remove) from \(removedFrom)"
    }
  }

  private nonisolated static func keywords(_ words: [String]) -> String {
    let unique = Set(words)
    return unique.count == 1 ? words[0] : "\(unique.count.grouped) keywords"
  }

  private var web: [String] {
    let count =
      switch action {
      case .trash(_, let count), .erase(_, let count): count
      case .collect(let change): change.skippedCount
      default: 0
      }
    guard count > 0 else { return [] }
    return [count == 1 ? "1 photo on the web skipped" : "\(count) photos on the web skipped"]
  }

  private static func words(for failures: [FileActionError]) -> [String] {
    let changed = failures.filter { $0.changedOnDisk != nil }
    let others = failures.filter { $0.changedOnDisk == nil }
    var words: [String] = []
    if changed.count > 1 {
      words.append("\(changed.count.grouped) photos changed on disk and were left alone")
    } else if let first = changed.first {
      words.append("\(first)")
    }
    if let first = others.first {
      words.append("\(first)" + (others.count > 1 ? " (and \(others.count - 1) more)" : ""))
    }
    return words
  }

  private func furtherTry(_ keys: BoundKeys) -> [String] {
    guard failures.contains(where: { !$0.isOfLostFile }) else { return [] }
    return switch action {
    case .undo: ["\(keys[.undo]) to retry"]
    case .redo: ["\(keys[.redo]) to retry"]
    default: []
    }
  }

  private nonisolated static func photos(_ count: Int, _ path: ByteString?) -> String {
    guard count == 1, let path else { return FolderWords.photos(count) }
    return "\(FileName(lastOf: path))"
  }
}

nonisolated extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension PhotoAction {
  /// The action with the facts it depends on, by position.
  func knowing(_ facts: [PhotoFacts?]) -> PhotoAction {
    switch self {
    case .renameByPattern(let pattern, let photos):
      return .renameByPattern(pattern, zip(photos, facts).map { $0.knowing($1) })
    case .listNames(var list):
      list.comments = facts.map { facts in
        let parts = [facts?.taken?.captureDate?.description, facts?.words?.camera]
        return parts.compactMap(\.self).joined(separator: " ")
      }
      return .listNames(list)
    default: return self
    }
  }
}

extension RenamedPhoto {
  fileprivate func knowing(_ facts: PhotoFacts?) -> RenamedPhoto {
    var photo = self
    photo.camera = facts?.words?.camera
    if let date = facts?.taken?.captureDate, [.second, .day].contains(date.precision) {
      photo.taken = Int(date.wallMilliseconds).quotientAndRemainder(flooringBy: 1000).quotient
      photo.hasTime = date.precision == .second
    }
    return photo
  }
}

nonisolated package struct NotedPhoto: Hashable, Sendable {
  /// Always has a path.
  let entry: CatalogEntry
  /// The rating before the change; nil if there was none or it has not been read yet.
  private(set) var rating: Int?
  private(set) var label: String?
  private(set) var isKnown = false

  init(_ entry: CatalogEntry) {
    self.entry = entry
  }

  var id: PhotoID { entry.id }
  var path: ByteString { entry.photo.path ?? ByteString([]) }

  func knowing(_ facts: PhotoFacts?) -> NotedPhoto {
    var photo = self
    (photo.rating, photo.label, photo.isKnown) = (facts?.rating, facts?.label, true)
    return photo
  }
}

nonisolated package struct DescribedPhotos: Hashable, Sendable {
  /// Always have a path.
  let entries: [CatalogEntry]
  /// Before the change, by position, without empty ones at the end; nil until they are read.
  var texts: [PhotoDescription]?

  func path(at place: Int) -> ByteString { entries[place].photo.path ?? ByteString([]) }

  func texts(at place: Int) -> PhotoDescription {
    guard let texts, texts.indices.contains(place) else { return PhotoDescription() }
    return texts[place]
  }
}

extension TextChange {
  fileprivate nonisolated func unchanged(of photos: String, _ count: Int) -> String {
    guard case .keywords(let change) = self, change.target == nil,
      change.added.isEmpty || change.removed.isEmpty
    else {
      return "No \(noun) changed"
    }
    let words = change.added + change.removed
    let keywords = words.count == 1 ? "the keyword \(words[0])" : "these keywords"
    guard change.added.isEmpty else {
      return "\(photos) \(count == 1 ? "has" : "have") \(keywords) already"
    }
    return count == 1 ? "\(photos) does not have \(keywords)" : "No photo had \(keywords)"
  }

  /// Blocks.
  nonisolated func written(of photos: DescribedPhotos, by actions: FileActions) -> ActionResult {
    .changing(photos.entries.indices, at: photos.path, .describe(noun: noun), by: actions) {
      place, path, isCompanion, writer throws(FileActionError) in
      try writer.write(self, of: path, known: photos.texts(at: place), isCompanion: isCompanion)
    }
  }
}

extension RatingChange {
  /// Blocks.
  nonisolated func written(of photos: [NotedPhoto], by actions: FileActions) -> ActionResult {
    .changing(photos, at: \.path, .note(noun: noun), by: actions) {
      photo, path, isCompanion, writer throws(FileActionError) in
      try writer.write(
        self, of: path, rating: photo.rating, label: photo.label, isCompanion: isCompanion)
    }
  }
}

extension Orientation {
  /// Blocks.
  nonisolated func made(of photos: [ByteString], by actions: FileActions) -> ActionResult {
    .changing(photos, at: \.self, .turn, by: actions) {
      _, path, isCompanion, _ throws(FileActionError) in
      try PhotoTurning.turn(path, by: self, isCompanion: isCompanion, actions)
    }
  }
}

nonisolated extension ActionResult {
  /// Changes photos, each followed by its raw files; `change` returns nil if nothing is to be done.
  fileprivate static func changing<Photo>(
    _ photos: some Sequence<Photo>, at path: (Photo) -> ByteString, _ kind: ActionStep.Kind,
    by actions: FileActions,
    _ change: (
      Photo, _ path: ByteString, _ isCompanion: Bool, inout SidecarWriter
    ) throws(FileActionError) -> ActionStep.Change?
  ) -> ActionResult {
    var result = ActionResult(kind)
    var writer = SidecarWriter(by: actions)
    for photo in photos {
      do throws(FileActionError) {
        let path = path(photo)
        if let own = try change(photo, path, false, &writer) { result.step.changes.append(own) }
        for raw in writer.raws(of: path) {
          if let own = try change(photo, raw, true, &writer) { result.step.changes.append(own) }
        }
      } catch {
        result.failures.append(error)
      }
    }
    return result
  }
}
