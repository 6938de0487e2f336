package import Base
package import Catalogs
package import FileActions
package import Imaging
package import Photos
import Storage

/// A file action the user requested.
nonisolated package enum PhotoAction: Hashable, Sendable {
  /// `webCount` remote photos are selected too; they cannot be moved to the trash.
  case trash([ByteString], webCount: Int)
  /// Also downloads the `distant` photos.
  case copy([ByteString], distant: [Photo], into: ByteString)
  case move([ByteString], into: ByteString)
  case rename(FileRename)
  case renameByPattern(RenamePattern, [RenamedPhoto])
  /// Writes a list of names for an editor.
  case listNames(NameListFile)
  case renameListed(NameListFile)
  case erase([ByteString], webCount: Int)
  case restore([TrashEntry])
  case eraseTrashed([TrashEntry])
  /// `among` is the size of the burst if its last remaining frame is picked.
  case note(RatingChange, [NotedPhoto], among: Int? = nil)
  /// Rotates photos in their own files.
  case turn([ByteString], Orientation)
  case undo
  case redo

  /// Runs the action; blocks.
  ///
  /// A missing target folder is created only if `isMakingFolder`.
  func run(
    by actions: FileActions, _ journal: ActionJournal, _ control: ActionControl,
    isMakingFolder: Bool = false
  ) -> ActionAnswer {
    var journal = journal
    if let folder, actions.isMissing(folder) {
      guard isMakingFolder else {
        return ActionAnswer(action: self, outcome: .missingFolder(folder), journal: journal)
      }
      do throws(FileActionError) {
        try actions.makeFolder(folder)
      } catch {
        return ActionAnswer(
          action: self, outcome: .copied(ActionResult(.copy, failures: [error])), journal: journal)
      }
    }
    let outcome: ActionAnswer.Outcome
    switch self {
    case .trash(let paths, _):
      outcome = .done(actions.putIntoTrash(paths, control: control))
    case .move(let paths, let folder):
      outcome = .done(actions.move(paths, into: folder, control: control))
    case .copy(let paths, _, let folder):
      outcome = .copied(actions.copy(paths, into: folder, control: control))
    case .rename(let rename): outcome = .done(actions.rename([rename]))
    case .renameByPattern(let pattern, let photos):
      outcome = Self.rename(photos, by: pattern, actions)
    case .listNames(let list): outcome = Self.write(list)
    case .renameListed(let list): outcome = Self.rename(list, by: actions)
    case .erase(let paths, _): outcome = .erased(actions.erase(paths, control: control))
    case .restore(let entries): outcome = .done(actions.restore(entries, control: control))
    case .eraseTrashed(let entries):
      outcome = .erased(actions.erase(trashed: entries, control: control))
    case .note(let note, let photos, _):
      outcome = .done(note.written(of: photos, by: actions))
    case .turn(let paths, let turn): outcome = .done(turn.made(of: paths, by: actions))
    case .undo: outcome = journal.undo(by: actions).map { .done($0) } ?? .nothing
    case .redo: outcome = journal.redo(by: actions).map { .done($0) } ?? .nothing
    }
    var answer = ActionAnswer(action: self, outcome: outcome, journal: journal)
    // `undo` and `redo` update the journal themselves, and downloads follow what is copied here.
    if ![.undo, .redo].contains(self), !isDownload { answer.noteStep() }
    return answer
  }

  private var isDownload: Bool {
    if case .copy(_, let photos, _) = self { !photos.isEmpty } else { false }
  }

  private static func rename(
    _ photos: [RenamedPhoto], by pattern: RenamePattern, _ actions: FileActions
  ) -> ActionAnswer.Outcome {
    do throws(RenamePatternError) {
      let renames = try pattern.renames(of: photos).filter { $0.path.lastName != $0.name }
      guard !renames.isEmpty else { return .unchanged }
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
      return .cancelled
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
    return renames.isEmpty ? .unchanged : .done(result)
  }

  private var folder: ByteString? {
    switch self {
    case .copy(_, _, let folder), .move(_, let folder): folder
    default: nil
    }
  }

  /// The paths the action concerns; empty for undo and redo, whose journal knows them.
  var paths: [ByteString] {
    switch self {
    case .trash(let paths, _), .copy(let paths, _, _), .move(let paths, _), .erase(let paths, _),
      .turn(let paths, _):
      paths
    case .rename(let rename): [rename.path]
    case .renameByPattern(_, let photos): photos.map(\.path)
    case .listNames(let list), .renameListed(let list): list.photos
    case .note(_, let photos, _): photos.map(\.path)
    case .restore(let entries), .eraseTrashed(let entries): entries.map(\.path)
    case .undo, .redo: []
    }
  }

  var isNote: Bool { if case .note = self { true } else { false } }

  /// Whether the present ratings must be read before the action can be resolved.
  var lacksRatings: Bool {
    if case .note(_, let photos, _) = self { !photos.allSatisfy(\.isKnown) } else { false }
  }

  /// Whether the action is completed before the program ends.
  var isWrittenAtEnd: Bool { isNote || self == .undo || self == .redo }

  var participle: String {
    switch self {
    case .trash: "trashing"
    case .copy: "copying"
    case .move: "moving"
    case .rename, .renameByPattern, .renameListed: "renaming"
    case .listNames: "listing names"
    case .erase, .eraseTrashed: "deleting"
    case .restore: "restoring"
    case .note: "rating"
    case .turn: "rotating"
    case .undo: "undoing"
    case .redo: "redoing"
    }
  }
}

nonisolated package struct ActionAnswer: Hashable, Sendable {
  enum Outcome: Hashable, Sendable {
    /// There was nothing to do, or no thread could be started.
    case nothing
    case done(ActionResult)
    case copied(ActionResult)
    case erased(ErasedFiles)
    /// The target folder is missing, so nothing was done.
    case missingFolder(ByteString)
    case unchanged
    /// The user cancelled a rename.
    case cancelled
    /// The list of names has been written.
    case listed(NameListFile)
    /// Nothing was done; `again` is a list of names to be edited again.
    case refused(String, failures: [FileActionError] = [], again: NameListFile? = nil)
  }

  let action: PhotoAction
  var outcome: Outcome
  private(set) var journal: ActionJournal

  var result: ActionResult? {
    if case .done(let result) = outcome { result } else { nil }
  }

  /// Records what was done for undo.
  mutating func noteStep() {
    switch outcome {
    case .done(let result): journal.record(result.step)
    case .copied(let result): journal.record(result.step)
    case .nothing, .erased, .missingFolder, .unchanged, .cancelled, .listed, .refused: break
    }
  }

  var erased: [ByteString] {
    if case .erased(let files) = outcome { files.photos } else { [] }
  }

  var failures: [FileActionError] {
    switch outcome {
    case .done(let result): result.failures
    case .copied(let result): result.failures
    case .erased(let files): files.failures
    case .refused(_, let failures, _): failures
    case .nothing, .unchanged, .cancelled, .listed, .missingFolder: []
    }
  }

  /// The paths of photos that were skipped because they no longer match what was shown.
  var changed: [ByteString] {
    let names = Set(failures.compactMap(\.changedOnDisk))
    guard !names.isEmpty else { return [] }
    return action.paths.filter { names.contains(FileName(lastOf: $0)) }
  }

  /// The identities of the files after the action, by path.
  var left: [ByteString: FileIdentity] {
    guard let step = result?.step else { return [:] }
    return Dictionary(step.changes.flatMap(\.left)) { $1 }
  }

  var isBack: Bool { action == .undo }
}

extension ActionAnswer {
  func message(home: ByteString?, _ keys: BoundKeys) -> StatusMessage {
    let kind: StatusMessage.Kind =
      switch outcome {
      case .nothing: isBack || action == .redo ? .warning : .error
      case .refused, .missingFolder: .error
      case .unchanged, .cancelled, .listed: .information
      case .done, .copied, .erased: failures.isEmpty ? .success : doneCount > 0 ? .warning : .error
      }
    return StatusMessage(sentence(home: home, keys), kind)
  }

  private var doneCount: Int {
    switch outcome {
    case .done(let result): result.step.photoCount
    case .copied(let result): result.copies.count
    case .erased(let files): files.photos.count
    case .nothing, .missingFolder, .unchanged, .cancelled, .listed, .refused: 0
    }
  }

  /// Contains unsanitized file names.
  private func sentence(home: ByteString?, _ keys: BoundKeys) -> String {
    switch outcome {
    case .nothing:
      return switch action {
      case .undo: "Nothing to undo"
      case .redo: "Nothing to redo"
      case .trash, .copy, .move, .rename, .renameByPattern, .listNames, .renameListed, .erase,
        .restore, .eraseTrashed, .note, .turn:
        "Failed: the system has no free thread"
      }
    case .unchanged: return "No name was changed"
    case .cancelled: return "Nothing was renamed"
    case .listed: return ""
    case .refused(let reason, let failures, _):
      return (Self.words(for: failures) + [reason]).joined(separator: "; ")
    case .missingFolder(let folder):
      return "\(HomePath(folder, home: home)) does not exist; nothing was done"
    case .erased(let files):
      let photos = Self.photos(files.photos.count, files.photos.first)
      let done =
        files.photos.isEmpty
        ? [] : ["\(photos) deleted permanently (cannot be undone)"]
      return (done + web + Self.words(for: files.failures)).joined(separator: "; ")
    case .done(let result):
      let done = result.step.photoCount > 0 ? [deed(of: result, home, keys)] : unchanged
      return (done + web + Self.words(for: result.failures) + furtherTry(keys))
        .joined(separator: "; ")
    case .copied(let result):
      let parts = copied(result, home, keys) + Self.words(for: result.failures)
      return parts.joined(separator: "; ")
    }
  }

  private func copied(_ result: ActionResult, _ home: ByteString?, _ keys: BoundKeys) -> [String] {
    var parts: [String] = []
    if let first = result.copies.first {
      let count = result.copies.count
      let renamed = Self.newNames(result.renamed, of: count)
      let subject = Self.photos(count, renamed.isEmpty ? first : nil)
      parts.append("\(subject) copied\(destination(home))\(renamed) – \(keys[.undo]) to undo")
    }
    if result.presentCount > 0 {
      let verb = result.presentCount == 1 ? "is" : "are"
      parts.append("\(Self.photos(result.presentCount, nil)) \(verb) there already")
    }
    return parts
  }

  private static func newNames(_ names: [FileName], of count: Int) -> String {
    switch names.count {
    case 0: ""
    case 1 where count > 1: ", one as \(names[0])"
    case 1: " as \(names[0])"
    case let number: ", \(number.grouped) under new names"
    }
  }

  /// `1 photo restored to ~/photos as a_1.jpg, its folder made again – u to undo`.
  private func restored(_ result: ActionResult, _ home: ByteString?, _ undo: String) -> String {
    let photos = result.copies
    let folders = Set(photos.map(\.folderPath))
    let renamed = Self.newNames(result.renamed, of: photos.count)
    let subject = Self.photos(photos.count, renamed.isEmpty ? photos[0] : nil)
    let place = folders.count == 1 ? " to \(HomePath(photos[0].folderPath, home: home))" : ""
    let made = result.madeFolders.count
    let again =
      made == 0
      ? "" : made == 1 ? ", its folder made again" : ", \(made.grouped) folders made again"
    return "\(subject) restored\(place)\(renamed)\(again) – \(undo) to undo"
  }

  private func deed(of result: ActionResult, _ home: ByteString?, _ keys: BoundKeys) -> String {
    let (undo, redo, step) = (keys[.undo], keys[.redo], result.step)
    let first = step.changes.first { !$0.isCompanion }
    let photos = Self.photos(step.photoCount, first?.from)
    switch step.kind {
    case .trash where isBack: return "\(photos) restored (\(redo) redo)"
    case .trash: return "\(photos) trashed – \(undo) to undo"
    case .note where isBack:
      return "Rating of \(photos) undone (\(redo) redo)"
    case .note: return "\(noted(photos)) – \(undo) to undo"
    case .turn where isBack: return "Rotation of \(photos) undone (\(redo) redo)"
    case .turn: return "\(photos) rotated – \(undo) to undo"
    case .move where isBack: return "Move of \(photos) undone (\(redo) redo)"
    case .move: return "\(photos) moved\(destination(home)) – \(undo) to undo"
    case .copy where isBack: return "Copy of \(photos) moved to the trash (\(redo) redo)"
    case .copy: return "\(photos) copied again – \(undo) to undo"
    case .restore where isBack: return "\(photos) moved back to the trash (\(redo) redo)"
    case .restore: return restored(result, home, undo)
    case .rename:
      let names = first.map { (FileName(lastOf: $0.from), FileName(lastOf: $0.to)) }
      guard step.photoCount == 1, let names else {
        return isBack
          ? "Rename of \(photos) undone (\(redo) redo)"
          : "\(photos) renamed – \(undo) to undo"
      }
      return isBack
        ? "Rename of \(names.0) undone (\(redo) redo)"
        : "\(names.0) renamed to \(names.1) – \(undo) to undo"
    }
  }

  private var unchanged: [String] {
    guard case .note(let note, let photos, _) = action, failures.isEmpty else { return [] }
    return ["\(Self.photos(photos.count, photos.first?.path)) \(note)"]
  }

  private func noted(_ photos: String) -> String {
    guard case .note(let note, _, let count) = action else { return "\(photos) rated again" }
    return "\(photos) \(note)" + (count.map { ", last of \($0) frames" } ?? "")
  }

  private func destination(_ home: ByteString?) -> String {
    switch action {
    case .copy(_, _, let folder), .move(_, let folder):
      " to \(HomePath(folder, home: home))"
    case .trash, .rename, .renameByPattern, .listNames, .renameListed, .erase, .restore,
      .eraseTrashed, .note, .turn, .undo, .redo:
      ""
    }
  }

  private var web: [String] {
    let count =
      switch action {
      case .trash(_, let count), .erase(_, let count): count
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

  private static func photos(_ count: Int, _ path: ByteString?) -> String {
    guard count == 1 else { return "\(count.grouped) photos" }
    guard let path else { return "1 photo" }
    return "\(FileName(lastOf: path))"
  }
}

extension PhotoAction {
  /// The action with the facts it depends on, by position.
  func knowing(_ facts: [PhotoFacts?]) -> PhotoAction {
    switch self {
    case .renameByPattern(let pattern, let photos):
      return .renameByPattern(pattern, zip(photos, facts).map { $0.knowing($1) })
    case .listNames(var list):
      list.comments = facts.map { facts in
        let parts = [facts?.captureDate?.description, facts?.words?.camera]
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
    if let date = facts?.captureDate, [.second, .day].contains(date.precision) {
      photo.taken = Int(date.wallMilliseconds).quotientAndRemainder(flooringBy: 1000).quotient
      photo.hasTime = date.precision == .second
    }
    return photo
  }
}

extension PhotoFacts {
  /// Nil if only the modification time is known.
  fileprivate var captureDate: CaptureDate? {
    taken.flatMap { taken in
      taken.source == .file
        ? nil
        : CaptureDate(wallMilliseconds: taken.wallMilliseconds, precision: taken.precision)
    }
  }
}

/// A photo whose rating, label or flag is being written.
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

extension RatingChange {
  /// Writes the note to sidecars; blocks.
  nonisolated func written(of photos: [NotedPhoto], by actions: FileActions) -> ActionResult {
    var result = ActionResult(.note)
    var writer = SidecarWriter(by: actions)
    for photo in photos {
      do throws(FileActionError) {
        let change = try writer.write(
          self, of: photo.path, rating: photo.rating, label: photo.label)
        if let change { result.step.changes.append(change) }
        for raw in writer.raws(of: photo.path) {
          let change = try writer.write(
            self, of: raw, rating: photo.rating, label: photo.label, isCompanion: true)
          if let change { result.step.changes.append(change) }
        }
      } catch {
        result.failures.append(error)
      }
    }
    return result
  }
}

extension Orientation {
  /// Rotates the photo files themselves; blocks.
  nonisolated func made(of photos: [ByteString], by actions: FileActions) -> ActionResult {
    var result = ActionResult(.turn)
    var writer = SidecarWriter(by: actions)
    for photo in photos {
      do throws(FileActionError) {
        let change = try PhotoTurning.turn(photo, by: self, actions)
        if let change { result.step.changes.append(change) }
        for raw in writer.raws(of: photo) {
          let change = try PhotoTurning.turn(raw, by: self, isCompanion: true, actions)
          if let change { result.step.changes.append(change) }
        }
      } catch {
        result.failures.append(error)
      }
    }
    return result
  }
}
