import Base
package import Catalogs

extension GridViewModel {
  package var order: PhotoOrder { arranging.options.order }

  package var grouping: PhotoGrouping { arranging.options.grouping }

  package var filter: Filter { arranging.options.filter }

  package var search: Filter { arranging.options.search }

  package var caption: PhotoCaption { arranging.options.caption }

  package var foldsBursts: Bool { arranging.options.foldsBursts }

  private func arrange(_ change: (inout ViewOptions) -> Void) {
    change(&arranging.options)
    arrange()
  }

  package func sort(by order: PhotoOrder) { arrange { $0.order = order } }

  package func group(by grouping: PhotoGrouping) { arrange { $0.grouping = grouping } }

  /// If it hides the selected photo, the nearest is selected until that is back.
  package func show(only filter: Filter) { arrange { $0.filter = filter } }

  package func caption(by caption: PhotoCaption) {
    arranging.options.caption = caption
    layOut()
    arrange()
  }

  /// Shows ratings from now on, which requires reading the sidecars.
  package func showRatings() {
    if !arranging.options.showsRatings { arrange { $0.showsRatings = true } }
  }

  /// Reads alternative texts from now on, for `altText`.
  package func announceTexts() { arrange { $0.announcesTexts = true } }

  /// Untrusted; nil if there is none or it has not been read.
  package func altText(of id: PhotoID) -> String? { facts.known.texts.altText(of: id) }

  package func begin(_ change: RatingChange, of ids: [PhotoID]) {
    browsedFacts.begin(change, of: ids)
    showRatings()
    onChange()
  }

  package func begin(_ change: TextChange, of ids: [PhotoID]) {
    browsedFacts.begin(change, of: ids)
    onChange()
  }

  /// The keywords of the photos here with their number, most frequent first; a path has `|` between
  /// its levels.
  package var keywords: [(value: String, count: Int)] {
    facts.known.texts.values(of: .keyword, among: arranging.listing.entries, separator: "|")
  }

  package func readIndexedKeywords() async { await facts.readIndexedKeywords() }

  /// Of all photos in the index, once they are read, without those of `keywords`.
  package func otherKeywords(
    than keywords: [(value: String, count: Int)]
  ) -> [(value: String, count: Int)] {
    let known = Set(keywords.map(\.value))
    return facts.indexedKeywords.filter { !known.contains($0.value) }
  }

  /// Like `keywords`, of the photos that pass the filter, also in closed stacks.
  package func shownKeywords() async -> [(value: String, count: Int)] {
    await queue.run { [texts = facts.known.texts, shown = arranging.arranged.passing] in
      texts.values(of: .keyword, among: Array(shown.photos), separator: "|")
    }
  }

  /// The files that pass the filter, also in closed stacks, and have a keyword to be renamed.
  package func photos(renamedBy change: KeywordChange) async -> [CatalogEntry] {
    await queue.run { [texts = facts.known.texts, shown = arranging.arranged.passing] in
      texts.photos(shown.photos.lazy.filter { $0.photo.path != nil }, withKeyword: change.renames)
    }
  }

  /// Reads texts that are not known, for the completion of keywords.
  package func readKeywords(_ isWanted: Bool) { facts.completesKeywords = isWanted }

  /// The first of the notes, once all facts are read.
  package func note(on filter: Filter) -> FilterNote? {
    guard facts.reading == nil else { return nil }
    let results = [arranging.arranged.shown, arranging.arranged.found].compactMap(\.self)
    return results.first { $0.filter == filter }?.notes.first
  }

  package func values(of field: FilterField) -> [(value: String, count: Int)] {
    FilterSubjects(
      arranging.listing.entries, names: FoldedNames([ByteString]()), facts: facts.known.table,
      texts: facts.known.texts
    ).values(of: field)
  }

  package func prepareNames() {
    let listing = arranging.listing
    guard !listing.hasFoldedNames else { return }
    queue.start { _ = listing.foldedNames }
  }

  var arrangingStatus: GridStatus.Arranging {
    let reading = facts.reading.flatMap { reading in
      reading.finished < reading.all
        ? GridStatus.Work.reading(reading.finished, of: reading.all, reading.depth) : nil
    }
    let searching = facts.textsReading.flatMap {
      $0.finished < $0.all ? GridStatus.Work.reading($0.finished, of: $0.all, .texts) : nil
    }
    let scanning = pages.gatheredCount.map { GridStatus.Work.listing($0, of: snapshot.count) }
    return GridStatus.Arranging(
      order: order.description + (isModelUnreadable ? " (unreadable)" : ""), filter: filter.text,
      filterProblem: filter.isEmpty
        ? nil : filter.problems.first?.reason ?? note(on: filter)?.description,
      hasStacks: arranging.arranged.stacks != nil, search: search.text,
      matchCount: self.searching.matchCount, matchNumber: selectedMatch?.number,
      work: scanning ?? reading ?? searching ?? (arranging.isArranging ? .arranging : nil))
  }

  private var isModelUnreadable: Bool {
    guard let model = order.model, model.hash == nil else { return false }
    return facts.known.hashes[model.id] == .some(nil)
  }

  // MARK: - Arranging

  func arrange() {
    gatherPages()
    facts.want(arranging.options)
    if let id = order.model?.id, let hash = facts.known.hashes[id] ?? nil {
      arranging.options.order.model?.hash = hash
    }
    guard !arranging.isArranging else { return }
    let work = arranger
    guard !work.isBrief else { return adopt(work.run()) }
    arranging.isArranging = true
    update()
    Task.immediate { [weak self, queue, facts] in
      let arranged = await queue.run { work.run() }
      // Another catalog has facts of its own.
      guard let self, self.facts === facts else { return }
      take(arranged)
    }
  }

  private var arranger: Arranger {
    arranging.arranger(knowing: facts.known, lacksFacts: facts.lacksFacts, marks: marks)
  }

  private func take(_ arranged: Arranged) {
    arranging.isArranging = false
    let wanted = arranger
    let isWanted = wanted.isSatisfied(by: arranged)
    if isWanted || arranged.options == wanted.options { adopt(arranged) }
    if !isWanted { arrange() }
  }

  private func adopt(_ new: Arranged) {
    let old = arranging.arranged
    arranging.arranged = new
    layOut()
    selection.follow(from: old, to: new, in: layout, raws: snapshot.raws, named: snapshot.named)
    let match = searching.follow(
      new, search, near: selection.index, selected: selection.id,
      isComplete: !facts.lacksFacts(for: search))
    if let match { select(match) }
    update()
    finishReturning()
    facts.measureFrames(of: new)
    if new.bursts != nil, let onFound = onBurstsFound {
      onBurstsFound = nil
      onFound()
    }
    if let (filter, onRead) = awaitedFacts, !facts.lacksFacts(for: filter) {
      awaitedFacts = nil
      arranging.options.requestedDepth = .names
      onRead()
    }
  }

  func handle(_ change: PhotoFactsStore.Change) {
    switch change {
    case .facts: arrange()
    case .sharpness: foldsBursts ? arrange() : onChange()
    case .rotation: update()
    case .ratingOrProgress:
      viewer?.followMotion()
      onChange()
    case .fileRatings: readVisibleFacts()
    }
  }

  func readVisibleFacts() {
    let isLoaded =
      viewer.map { $0.cells.allSatisfy(\.content.isFinal) }
      ?? visibleRange.allSatisfy { content(of: arrangement[$0]).isFinal }
    guard isLoaded else { return }
    if let selectedEntry { facts.describe(selectedEntry) }
    facts.readFileRatings(
      ofVisible: viewer == nil
        ? visibleRange.compactMap { arrangement[$0].entry } : [selectedEntry].compactMap(\.self))
  }

  // MARK: - Search

  /// Selects the first match from `origin` on, or `origin` if there is none or `goesOn` is false.
  /// Nil selects nothing.
  package func look(for search: Filter, from origin: PhotoID?, goesOn: Bool = true) {
    arranging.options.search = search
    searching.begin(from: goesOn ? origin : nil)
    arrange()
    if !goesOn, let origin { _ = select(origin) }
  }

  /// False until the search is arranged.
  package var hasNoMatch: Bool {
    !search.isEmpty && arranging.arranged.options.search == search && searching.matchCount == 0
  }

  /// Returns whether the facts that a filter needs are known; else reads them and calls `onRead`,
  /// not an earlier one. The texts that words are searched in are read for the current search only.
  package func readFacts(for filter: Filter, _ onRead: @escaping () -> Void) -> Bool {
    guard arranging.listing.paged == nil, facts.lacksFacts(for: filter) else { return true }
    arranging.options.requestedDepth = filter.depth
    arrange()
    guard facts.lacksFacts(for: filter) else { return true }
    awaitedFacts = (filter, onRead)
    return false
  }

  package func goToMatch(by steps: Int) -> SearchStep {
    guard !search.isEmpty else { return .noSearch }
    let (step, index) = searching.step(by: steps, from: selection.index, in: arranging.arranged)
    if let index { select(index) }
    return step
  }

  package var selectedMatch: SearchMatch? {
    searching.match.flatMap { $0.id == selection.id ? $0 : nil }
  }

  /// From the selection, wrapping around, or the start; nil if none or facts are unknown.
  package func index(ofFirst filter: Filter, fromStart: Bool = false) -> Int? {
    guard arranging.listing.paged == nil else {
      return filter.days.flatMap(index(ofFirstTakenIn:))
    }
    guard let passes = test(filter) else { return nil }
    let start = fromStart ? 0 : selection.index
    return [start..<arrangement.count, 0..<start].lazy.joined().first(where: passes)
  }

  /// Of the photos that pass, the one taken first; nil if there is none or the dates are unknown.
  package func earliest(_ filter: Filter) -> (index: Int, day: Day)? {
    guard arranging.listing.paged == nil, let passes = test(filter) else { return nil }
    let table = facts.known.table
    return arrangement.photoIndices.filter(passes).lazy
      .compactMap { index in table[self.arrangement[index].id]?.taken.map { (index, $0) } }
      .min { $0.1 < $1.1 }
      .flatMap { index, taken in taken.day.map { (index, $0) } }
  }

  private func test(_ filter: Filter) -> ((Int) -> Bool)? {
    let listing = arranging.listing
    let result = filter.result(on: facts.known.subjects(of: listing, marks: marks))
    guard arrangement.listing === listing, !result.notes.contains(where: \.isUnknownOfAll) else {
      return nil
    }
    let arrangement = arrangement
    let folders = Set(filter.folders(in: arrangement.folders).map(\.id))
    return {
      arrangement.photoIndices.contains($0)
        ? result.mask[arrangement.position(at: $0)] : folders.contains(arrangement[$0].id)
    }
  }

  /// By the months of pages; nil if there is none or photos are not in order of time.
  private func index(ofFirstTakenIn days: DayRange) -> Int? {
    guard let times, let paged = arrangement.listing.paged else { return nil }
    let numbers = paged.pages.indices.filter { number in
      guard paged.pages[number].count > 0, let month = paged.pages[number].day else { return false }
      return days.overlaps(month: month)
    }
    let isBackward = arranging.arranged.options.isBackward(in: paged)
    guard let number = isBackward ? numbers.last : numbers.first else { return nil }
    let ranks = paged.ranks(of: number)
    let first = isBackward ? ranks.upperBound - 1 : ranks.lowerBound
    return arrangement.index(of: paged.id(at: first), near: 0).flatMap { index in
      times(index) == nil ? nil : index
    }
  }

  // MARK: - Bursts

  package func toggleStacks() {
    arranging.options.foldsBursts.toggle()
    arranging.options.openFrames = []
    arrange()
  }

  /// Returns whether bursts are known; else detects them and calls `onFound`, not an earlier one.
  package func findBursts(_ onFound: @escaping () -> Void) -> Bool {
    guard arranging.arranged.bursts == nil else { return true }
    arranging.options.findsBursts = true
    arrange()
    guard arranging.arranged.bursts == nil else { return true }
    onBurstsFound = onFound
    return false
  }

  /// In order of capture, without frames hidden by the filter; empty if there is no burst.
  package func burst(of id: PhotoID) -> [PhotoID] { arranging.arranged.burst(of: id) }

  /// Frames among which the photo is the sharpest, without rejected ones; nil if it is not.
  package func sharpestCount(_ id: PhotoID) -> Int? {
    let frames = burst(of: id).filter { !facts.isRejected($0) }
    return frames.count > 1 && facts.known.sharpest(of: frames) == id ? frames.count : nil
  }

  /// Number of frames in the stack; nil if the photo represents none.
  package func frameCount(of id: PhotoID) -> Int? {
    arranging.arranged.stacks?.frames(below: id)?.count
  }

  package func hasOthers(inStackOf id: PhotoID) -> Bool {
    arranging.arranged.stacks?.frames(below: id)?.contains { $0 != id && !facts.isRejected($0) }
      == true
  }

  package func openStack() -> Bool {
    guard let id = selection.id, let frames = arranging.arranged.stacks?.frames(below: id) else {
      return false
    }
    arranging.options.openFrames.formUnion(frames)
    arrange()
    // At the start of the grid, the selection would otherwise move to the first frame.
    _ = select(id)
    return true
  }

  /// Returns false if no frame of an expanded stack is selected.
  package func foldStack() -> Bool {
    guard let id = selection.id, arranging.options.openFrames.contains(id),
      let stack = arranging.arranged.stacks?.frames.first(where: { $0.value.contains(id) }),
      select(stack.key)
    else { return false }
    arranging.options.openFrames.subtract(stack.value)
    arrange()
    return true
  }
}
