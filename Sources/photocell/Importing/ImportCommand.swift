import ArgumentParser
import Base
import Browser
import Catalogs
import FileActions
import Glibc
import ImagePipeline
import Imaging
import Photos
import Storage

struct ImportCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Copy new photos from a card, verified.",
    discussion: """
      On a terminal, shows the new photos in the grid, where I imports them and q cancels. Photos \
      that are there already, or were imported before, are left out, whatever they are called \
      now; so are those that are rejected in a sidecar on the card. RAW+JPEG pairs, sidecars and \
      the videos of motion photos stay together. Every copy is read back from the disk before it \
      gets its name; nothing is overwritten. Stopped or killed, the same command resumes. --yes \
      answers all questions, also that of --then erase, which deletes from the card what was \
      copied and verified, if the copies are in place. Exit codes: 0 if everything new was \
      imported, 1 if something was not, 2 if nothing was, 64 for wrong usage, 74 if the output \
      could not be written.
      """)

  @Argument(help: "Folder to import from, with its subfolders.")
  var card: PathArgument

  @Argument(help: "Folder to import into.")
  var destination: PathArgument

  @Option(help: ArgumentHelp("Folder for a second, equal copy.", valueName: "folder"))
  var second: PathArgument?

  @Option(
    help: ArgumentHelp(
      "Folders and names, as for :rename (default: {date:%Y/%m-%d}/{name}{ext}).",
      discussion: """
        Fields: {date:%Y/%m-%d}, {name}, {camera}, {seq} or {seq:4}, {event}; the extension stays. \
        The key name of [import] in the configuration sets the default.
        """, valueName: "pattern"))
  var name: String?

  @Option(help: ArgumentHelp("What {event} stands for.", valueName: "text"))
  var event: String?

  @Option(
    help: ArgumentHelp("Import only photos taken on this day or later.", valueName: "date"),
    transform: OptionValue.date)
  var since: CivilDate?

  @Option(help: "Import only photos that a filter finds, such as 'kind:raw rating:>=3'.")
  var filter: String?

  @Option(help: ArgumentHelp("Add keywords to the copies' sidecars: 'a, b'.", valueName: "list"))
  var keywords: String?

  @Flag(help: "Write the fields [iptc] of the configuration to the copies' sidecars.")
  var iptc = false

  @Option(help: "What to do with the photos of the card afterwards: erase.")
  var then: AfterImport?

  @Flag(help: "Import photos that were imported before, too, if they are no longer there.")
  var again = false

  @Flag(
    inversion: .prefixedNo,
    help: """
      Choose new photos in the grid, or print their number and ask \
      (default: the grid on a terminal without --yes, --dry-run and --json).
      """)
  var browse: Bool?

  @Flag(help: "Ask nothing.")
  var yes = false

  @Flag(help: "Print what would be copied, and copy nothing.")
  var dryRun = false

  @Flag(help: "Like --dry-run, as one JSON object per photo and line.")
  var json = false

  @Flag(help: "Print only errors.")
  var quiet = false

  @OptionGroup var decoder: DecoderOptions

  enum AfterImport: String, ExpressibleByArgument, CaseIterable { case erase }

  private static let usualName = "{date:%Y/%m-%d}/{name}{ext}"

  var pattern: RenamePattern {
    get throws {
      let text = name ?? UserConfiguration.ofUser.importName ?? Self.usualName
      let pattern = try rethrowing(as: ValidationError.init(of:)) { () throws(RenamePatternError) in
        try RenamePattern(text)
      }
      guard !pattern.usesEvent || event != nil else {
        throw ValidationError("the name has {event}: --event says what it is")
      }
      return pattern
    }
  }

  private var changes: [TextChange] {
    get throws {
      var changes: [TextChange] = []
      if let keywords {
        changes.append(
          .keywords(
            try rethrowing(as: ValidationError.init(of:)) { () throws(KeywordError) in
              try KeywordChange(keywords)
            }))
      }
      if iptc { changes.append(.iptc(UserConfiguration.ofUser.iptc)) }
      return changes
    }
  }

  func validate() throws {
    _ = try pattern
    _ = try changes
    if let problem = filter.flatMap({ Filter($0).problems.first }) {
      throw ValidationError("--filter: \(problem)")
    }
    guard !iptc || !UserConfiguration.ofUser.iptc.isEmpty else {
      throw ValidationError("--iptc needs [iptc] in the configuration")
    }
    guard yes || dryRun || json || isatty(STDIN_FILENO) == 1 else {
      throw ValidationError("without a terminal to ask on, give --yes or --dry-run")
    }
  }

  @MainActor
  func perform(_ log: Log) async throws {
    let destinations = [destination.path] + (second.map { [$0.path] } ?? [])
    let folders = destinations.map {
      $0.asFolder.absolute(in: ByteString(Storage.workingFolder))
    }
    try check(folders)
    let (pattern, changes) = (try pattern, try changes)
    let journal = try Self.journal(isWriting: isWriting)
    var survey = try await survey(folders, journal)
    var chosen: Set<ByteString>?
    if browses, survey.groups.contains(where: { !$0.copies.isEmpty }) {
      chosen = try await choose(of: survey, folders, log)
      guard chosen != nil else {
        if !quiet { StandardError.write("cancelled; nothing was imported") }
        throw ExitCode(2)
      }
      // Ratings are in sidecars.
      survey = try await self.survey(folders, journal, after: survey)
    }
    var plan = ImportPlan(survey, card: card.path, destinations: folders, chosen: chosen)
    await choose(for: &plan, changes, pattern, log)
    for failure in plan.failures { StandardError.write("\(failure)") }
    guard isWriting else {
      try StandardOutput.write(json ? plan.json : plan.lines + plan.summary)
      if plan.isHopeless { throw ExitCode(2) }
      if !plan.failures.isEmpty { throw ExitCode(1) }
      return
    }
    if !quiet { try StandardOutput.write(plan.summary) }
    let work = ImportWork(
      plan: plan, journal: journal, changes: changes, isErasing: then == .erase, asks: !yes,
      isQuiet: quiet)
    ProgramEnding.handleSignals()
    let code = await WorkQueue(label: "import").run { work.run() }
    if code != 0 { throw ExitCode(code) }
  }

  /// Throws an `ExitCode` after the reason has been written.
  private func check(_ folders: [ByteString]) throws(ExitCode) {
    if let problem = FolderCatalog.problems(in: [card.path]).first {
      StandardError.write("\(problem.argument): \(problem.error)")
      throw ExitCode(2)
    }
    guard FolderCatalog.isFolder(card.path) else {
      StandardError.write("\(card.path): not a folder")
      throw ExitCode(2)
    }
    let roots = ([card.path] + folders).map { Self.real($0) }
    for (place, root) in roots.enumerated() {
      for other in roots[..<place] {
        let (outer, inner) = root.bytes.count < other.bytes.count ? (root, other) : (other, root)
        guard inner.bytes.starts(with: outer.bytes) else { continue }
        StandardError.write("\(inner) is in \(outer): choose folders apart from each other")
        throw ExitCode(EX_USAGE)
      }
    }
  }

  /// The path of a folder, or of its nearest parent that exists, without links, with a slash at
  /// the end.
  private static func real(_ folder: ByteString) -> ByteString {
    var (path, rest) = (folder, [UInt8]())
    while path.bytes.count > 1 {
      if let real = unsafe realpath(path.cString, nil) {
        defer { unsafe free(real) }
        let bytes = unsafe UnsafeRawBufferPointer(start: real, count: strlen(real))
        return ByteString(unsafe Array(bytes) + [UInt8(ascii: "/")] + rest)
      }
      rest = path.lastName.bytes + [UInt8(ascii: "/")] + rest
      path = path.folderPath
    }
    return ByteString(path.bytes + rest)
  }

  /// Throws an `ExitCode` after the reason has been written.
  private static func journal(isWriting: Bool) throws(ExitCode) -> ImportJournal {
    guard let folder = Storage.stateFolder else {
      StandardError.write("set HOME or XDG_STATE_HOME to a folder, to remember what was imported")
      throw ExitCode(2)
    }
    let path = "\(folder)/imports"
    do throws(SystemError) {
      guard isWriting else { return try ImportJournal(reading: path) }
      do throws(CacheError) {
        _ = try PrivateDirectory(making: folder)
      } catch {
        throw SystemError(error.errno)
      }
      return try ImportJournal(writing: path) {
        StandardError.write("waiting for another import to end")
      }
    } catch {
      StandardError.write("\(path): \(error); nothing was imported")
      throw ExitCode(2)
    }
  }

  private var isWriting: Bool { !dryRun && !json }

  private var browses: Bool {
    browse
      ?? (isWriting && !yes && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        && !["", "dumb"].contains(Storage.variable("TERM") ?? ""))
  }

  /// Only lists the card again if there is an earlier survey. Throws an `ExitCode` after the reason
  /// has been written.
  private func survey(
    _ folders: [ByteString], _ journal: ImportJournal, after earlier: ImportSurvey? = nil
  ) async throws(ExitCode) -> ImportSurvey {
    try await WorkQueue(label: "survey").run {
      [card = card.path, isWriting, again, quiet] () throws(ExitCode) in
      var progress = ProgressLine(isQuiet: quiet)
      defer { progress.clear() }
      let isPhoto = { (name: ByteString) in PictureFormat(fileName: name.bytes) != nil }
      do throws(SystemError) {
        guard var survey = earlier else {
          return try ImportSurvey(
            of: card, into: folders, journal, isWriting: isWriting, isAgain: again,
            isPhoto: isPhoto, onProgress: { progress.show("\($0)") })
        }
        try survey.list(journal, isPhoto: isPhoto)
        // A card that was pulled out leaves an empty folder.
        guard !survey.tree.files.isEmpty else { throw SystemError(ENOENT) }
        return survey
      } catch {
        StandardError.write("\(card): \(error)")
        throw ExitCode(2)
      }
    }
  }

  /// Browses the new photos, with the settings of the configuration; returns those to import, or
  /// nil if the user cancels.
  @MainActor
  private func choose(
    of survey: ImportSurvey, _ folders: [ByteString], _ log: Log
  ) async throws -> Set<ByteString>? {
    let command = try Photocell.command(for: ["browse"], settings: .ofUser)
    guard var browsing = (command as? BrowseCommand)?.browsing else { return nil }
    browsing.grid.kinds.showsVideos = true
    browsing.pick = try .parse([])
    let groups = survey.groups.filter { !$0.copies.isEmpty }
    let days = since.map { "date:>=\($0)" }
    let offer = ImportOffer(
      groups.map { group in
        ImportOffer.Group(
          photos: group.photos.map(\.path), photoCount: group.newPhotos.count,
          byteCount: group.byteCount)
      }, filter: Filter([filter, days].compactMap(\.self).joined(separator: " ")),
      title: "\(HomePath(card.path, home: Storage.home))",
      destination: ImportPlan.words(for: folders), asks: isWriting && !yes)
    let scene = BrowserScene(browsing: browsing, offer: offer, log: log)
    let paths = groups.flatMap { group in
      let new = group.newPhotos
      return group.photos.filter(new.contains).map(\.path)
    }
    try await scene.perform(ComparedPhotos(paths: paths))
    return offer.confirmed
  }

  /// Leaves out photos by their facts, and names the others in the order they were taken.
  @MainActor
  private func choose(
    for plan: inout ImportPlan, _ changes: [TextChange], _ pattern: RenamePattern, _ log: Log
  ) async {
    let filter = plan.isChosen ? nil : filter.map { Filter($0) }
    let since = plan.isChosen ? nil : since
    let entries = plan.groups.map { group in
      group.photos.map { CatalogEntry(Photo(path: $0.path)) }
    }
    let all = entries.flatMap(\.self)
    guard !all.isEmpty else { return }
    let client = decoder.client(log: log)
    client.start()
    let index = PhotoIndex(folder: nil)
    let reader = IndexedFactsReader(
      PhotoRecordReader(index: index, decoder: client, workingFolder: Storage.workingFolder),
      sidecars: SidecarReader(index: index, joinsPairs: true), gazetteer: Storage.gazetteer)
    let found = FoundFacts(progress: ProgressLine(isQuiet: quiet))
    await reader.read(max(.contents, filter?.depth ?? .names), of: PhotoList(of: all)) { event in
      switch event {
      case .remembered(let table, _): found.table = table
      case .texts(let texts): found.texts = texts
      case .found(let places, let facts):
        for (place, facts) in zip(places, facts) { found.table[all[place].id] = facts }
        found.count = min(all.count, found.count + places.count)
        found.progress.show("\(found.count.grouped) of \(all.count.photos) read")
      case .hashed: break
      }
      return true
    }
    found.progress.clear()
    var mask = [Bool](repeating: true, count: all.count)
    if let filter {
      mask =
        filter.result(
          on: FilterSubjects(
            all, names: FoldedNames(all.map(\.photo.name)), facts: found.table, texts: found.texts)
        ).mask
    }
    var rows: [ImportPlan.Row] = []
    var start = 0
    for (group, entries) in zip(plan.groups, entries) {
      let facts = entries.compactMap { found.table[$0.id] }
      let isWanted = mask[start..<start + entries.count].contains(true)
      start += entries.count
      let row = ImportPlan.Row(group: group, facts: facts, event: event ?? "")
      if facts.contains(where: { $0.flag == .rejected }) {
        plan.rejectedCount += group.newPhotos.count
      } else if !isWanted || since.map({ row.day < Day($0.year, $0.month, $0.day) }) ?? false {
        plan.leftOutCount += group.newPhotos.count
      } else {
        rows.append(row)
      }
    }
    plan.name(rows, pattern)
    // Keywords in a new sidecar hide those of the photo, which are therefore copied.
    guard changes.contains(where: { if case .keywords = $0 { true } else { false } }) else {
      return
    }
    let photos = plan.groups.flatMap(\.photos).map(\.path)
    let texts = await reader.descriptions(of: PhotoList(photos.map { Photo(path: $0) }))
    for (place, path) in photos.enumerated() { plan.texts[path] = texts[place] }
  }
}

/// Facts as they are read.
@MainActor
private final class FoundFacts {
  var table = FactsTable()
  var texts = Photos.TextTable()
  var count = 0
  var progress: ProgressLine

  init(progress: ProgressLine) {
    self.progress = progress
  }
}
