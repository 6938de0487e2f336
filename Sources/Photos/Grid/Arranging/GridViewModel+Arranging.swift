import Base
package import Catalogs

extension GridViewModel {
  package var order: PhotoOrder { arranging.options.order }

  package var filter: Filter { arranging.options.filter }

  package var caption: PhotoCaption { arranging.options.caption }

  package func caption(by caption: PhotoCaption) {
    arranging.options.caption = caption
    layOut()
    arrange()
  }

  package var grouping: PhotoGrouping { arranging.options.grouping }

  package var search: Filter { arranging.options.search }

  package func sort(by order: PhotoOrder) {
    arranging.options.order = order
    arrange()
  }

  package func group(by grouping: PhotoGrouping) {
    arranging.options.grouping = grouping
    arrange()
  }

  /// Selects the first photo of the group `steps` after, or before.
  ///
  /// Before, the current group counts unless its first photo is selected. False without groups.
  package func moveToGroup(by steps: Int) -> Bool {
    let rows = rows
    guard !arrangement.groups.isEmpty else { return false }
    let group = rows.group(of: selection.index)
    let isWithin = selection.index > rows.start(ofGroup: group)
    let wanted = group + steps + (steps < 0 && isWithin ? 1 : 0)
    select(rows.start(ofGroup: min(max(0, wanted), rows.groupCount - 1)))
    return true
  }

  /// Applies a filter; if it hides the selected photo, the nearest is selected until that is back.
  package func show(only filter: Filter) {
    arranging.options.filter = filter
    arrange()
  }

  /// Folds names in advance, before the user types a filter.
  package func prepareNames() {
    let listing = arranging.listing
    guard !listing.hasFoldedNames else { return }
    arranging.queue.start { _ = listing.foldedNames }
  }

  /// Makes the selection permanent, even if a filter or a returning visit caused it.
  package func keepSelection() {
    arranging.strayed = nil
    placing.returning = nil
  }

  package func problem(of filter: Filter) -> FilterProblem? {
    let results = [arranging.arranged.shown, arranging.arranged.found].compactMap(\.self)
    return results.first { $0.filter == filter }?.problem ?? filter.problems.first
  }

  var arrangingStatus: GridStatus.Arranging {
    let work = arranging.reading.flatMap { reading in
      reading.finished < reading.all
        ? GridStatus.Work.reading(reading.finished, of: reading.all, reading.depth) : nil
    }
    let gathering = pages.gatheredCount.map { GridStatus.Work.listing($0, of: snapshot.count) }
    return GridStatus.Arranging(
      order: order.description, filter: filter.text,
      filterProblem: filter.isEmpty ? nil : problem(of: filter)?.reason,
      hasStacks: arranging.arranged.stacks != nil, search: search.text,
      matchCount: arranging.matchCount, matchNumber: selectedMatch?.number,
      work: gathering ?? work ?? (arranging.isArranging ? .arranging : nil))
  }

  func noteMarks() {
    guard arranging.options.asksForMarks else { return }
    arranging.knowledge.marksVersion += 1
    arrange()
  }

  func arrange(_ listing: Listing) {
    arranging.take(listing)
    arrange()
  }

  /// Synchronously if that is brief, else on another thread.
  func arrange() {
    arranging.knowledge.marks = marks
    gatherPages()
    findFacts()
    guard !arranging.isArranging else { return }
    let work = arranging.work
    guard !work.isBrief else { return adopt(work.run()) }
    arranging.isArranging = true
    update()
    Task.immediate { [weak self, queue = arranging.queue, generation = arranging.generation] in
      let arranged = await queue.run { work.run() }
      guard self?.arranging.generation == generation else { return }
      self?.take(arranged)
    }
  }

  /// Takes an arrangement made on another thread; the options may have changed meanwhile.
  private func take(_ arranged: Arranged) {
    arranging.isArranging = false
    let isWanted = arranging.isWanted(arranged)
    if isWanted || arranged.options == arranging.attainableOptions { adopt(arranged) }
    if !isWanted { arrange() }
  }

  private func adopt(_ new: Arranged) {
    let old = arranging.arranged
    let isFilterNew = new.options.filter != old.options.filter && new.listing === old.listing
    arranging.arranged = new
    let arrangement = new.arrangement
    layOut()
    if isFilterNew {
      followFilter(from: old, to: new)
    } else if let index = indexOfStandIn(in: new) {
      selection.select(index, from: old.arrangement, of: arrangement, in: layout)
    } else {
      selection.follow(
        from: old.arrangement, to: arrangement, in: layout, named: snapshot.named,
        staysAtStart: new.listing === old.listing || !new.listing.isUpdate)
    }
    goOnReturning()
    goOnSearching()
    arranging.matchCount = matches.count
    update()
    finishReturning()
    measureFrames()
  }

  /// The top of the selected photo's burst, or the JPEG of a raw file.
  private func indexOfStandIn(in new: Arranged) -> Int? {
    guard let id = selection.id else { return nil }
    let standIn =
      new.stacks?.tops[id] ?? snapshot.raws.first { $0.value.contains(id) }?.key
    return standIn.flatMap { new.arrangement.index(of: $0, near: selection.index) }
  }

  private func followFilter(from old: Arranged, to new: Arranged) {
    if arranging.strayed == nil, let id = selection.id,
      new.arrangement.index(of: id, near: selection.index) == nil
    {
      arranging.strayed = id
    }
    let sought = arranging.strayed ?? selection.id
    let all = new.unfiltered
    let place = sought.flatMap { all.index(of: $0, near: selection.index) }
    selection.select(
      place.map { new.arrangement.index(ofNearestTo: $0, in: all) } ?? 0,
      from: old.arrangement, of: new.arrangement, in: layout)
    if selection.id == arranging.strayed { arranging.strayed = nil }
  }
}

extension GridViewModel {
  /// Searches, and selects the first match from `origin` on.
  ///
  /// Without a match, `origin` is selected. If `goesOn` is false, `origin` itself is selected. Nil
  /// selects nothing.
  package func look(for search: Filter, from origin: PhotoID?, goesOn: Bool = true) {
    arranging.options.search = search
    arranging.searchOrigin = goesOn ? origin : nil
    arranging.match = nil
    arrange()
    if !goesOn, let origin, let index = arrangement.index(of: origin, near: selection.index) {
      select(index)
    }
  }

  package func goToMatch(by steps: Int) -> SearchStep {
    guard !search.isEmpty else { return .noSearch }
    let matches = matches
    guard !matches.isEmpty, steps != 0 else { return .noMatch }
    let index = selection.index
    let start =
      steps > 0
      ? matches.firstIndex { $0 > index } ?? matches.count
      : (matches.lastIndex { $0 < index } ?? -1)
    let wanted = start + (steps > 0 ? steps - 1 : steps + 1)
    let number = (wanted % matches.count + matches.count) % matches.count
    select(match: number, of: matches)
    return number == wanted ? .found : .foundBeyondEnd
  }

  /// From the selection on, wrapping around; nil if there is none or the facts are unknown.
  package func index(ofFirst filter: Filter) -> Int? {
    let listing = arranging.listing
    guard listing.paged == nil else { return filter.days.flatMap(index(ofFirstTakenIn:)) }
    let subjects = FilterSubjects(
      listing.entries, names: listing.foldedNames, facts: arranging.knowledge.facts,
      isMarked: marks.contains)
    let result = filter.result(on: subjects)
    guard arrangement.listing === listing, !result.notes.contains(where: \.isUnknownOfAll) else {
      return nil
    }
    let (start, arrangement) = (selection.index, arrangement)
    let folders = Set(filter.folders(in: arrangement.folders).map(\.id))
    return [start..<arrangement.count, 0..<start].lazy.joined().first {
      arrangement.photoIndices.contains($0)
        ? result.mask[arrangement.position(at: $0)] : folders.contains(arrangement[$0].id)
    }
  }

  /// The selected match, if it was the last one jumped to.
  package var selectedMatch: SearchMatch? {
    arranging.match.flatMap { $0.id == selection.id ? $0 : nil }
  }

  private var matches: [Int] {
    let arranged = arranging.arranged
    guard arranged.found != nil else { return [] }
    return arranged.arrangement.indices.filter(arranged.isMatch)
  }

  private func select(match number: Int, of matches: [Int]) {
    select(matches[number])
    arranging.match = SearchMatch(id: arrangement[matches[number]].id, number: number + 1)
  }

  /// Selects the first match from the origin, once the matches are known.
  private func goOnSearching() {
    let arranged = arranging.arranged
    guard let origin = arranging.searchOrigin, arranged.options.search == search else { return }
    arranging.searchOrigin = nil
    guard let start = arrangement.index(of: origin, near: selection.index) else { return }
    let matches = matches
    guard !matches.isEmpty else { return select(start) }
    select(match: matches.firstIndex { $0 >= start } ?? 0, of: matches)
  }
}

extension GridViewModel {
  private static let toldAtOnce = 1000
  /// Photos decoded between progress reports, which takes longer.
  private static let shownAtOnce = 20

  func findFacts() {
    guard arranging.reading == nil else { return }
    arranging.readChangedSidecars()
    guard arranging.lacksFacts else { return arranging.notes.endReading() }
    let (unknown, depth, listing) = (arranging.unknown, arranging.options.depth, arranging.listing)
    guard !unknown.isEmpty else {
      arranging.notes.endReading()
      return arranging.finishFacts(of: listing, depth)
    }
    arranging.reading = ArrangementState.Reading(
      depth: depth, listing: listing, all: unknown.count)
    // Equal values are sorted by name: check the name order while facts are being read.
    arranging.queue.start { _ = listing.isInNameOrder }
    Task.immediate { [weak self, reader = arranging.reader, generation = arranging.generation] in
      await reader.read(depth, of: unknown) { news in
        guard let self, self.arranging.generation == generation else { return false }
        return self.note(news, of: unknown)
      }
      guard self?.arranging.generation == generation else { return }
      self?.endReading()
    }
  }

  private func note(_ news: FactsEvent, of photos: PhotoList) -> Bool {
    guard var reading = arranging.reading else { return false }
    let told = reading.finished / Self.toldAtOnce
    var isToBeTold = true
    switch news {
    case .remembered(let facts, let count):
      let forgotten = arranging.remember(facts, of: photos)
      // Photos found in the index do not count as work.
      if reading.depth < .looks { reading.all -= count - forgotten }
    case .found(let part):
      for (place, facts) in zip(part.places, part.facts) {
        if let facts { note(facts, of: photos.entry(at: place), in: &reading) }
      }
      isToBeTold = reading.finished / Self.toldAtOnce != told
    case .looked(let part):
      for (place, look) in part where arranging.isCurrent(photos.entry(at: place)) {
        if arranging.knowledge.looks.updateValue(look, forKey: photos.id(at: place)) == nil {
          reading.finished += 1
        }
      }
      isToBeTold = part.count > 1 || reading.finished % Self.shownAtOnce == 0
    }
    arranging.reading = reading
    if reading.finished == reading.all, arranging.lacksFacts {
      arranging.finishFacts(of: reading.listing, reading.depth)
      arrange()
    } else if isToBeTold {
      onChange()
    }
    return arranging.options.depth >= reading.depth
  }

  private func note(
    _ facts: PhotoFacts, of entry: CatalogEntry, in reading: inout ArrangementState.Reading
  ) {
    let isCurrent = arranging.isCurrent(entry)
    if !arranging.isKnown(entry.id, min(reading.depth, .contents)) {
      if reading.depth < .looks { reading.finished += 1 }
    } else if isCurrent, arranging.knowledge.facts[entry.id] != facts {
      reading.hasChanged = true
    } else {
      return
    }
    if isCurrent { arranging.set(facts, of: entry.id) }
  }

  private func endReading() {
    guard let reading = arranging.reading else { return }
    arranging.reading = nil
    arranging.notes.endReading()
    if reading.hasChanged { arranging.knowledge.factsVersion += 1 }
    arrange()
  }
}
