import Catalogs

extension GridViewModel {
  /// Paged listings up to this size are loaded whole if an option needs all entries.
  private static let heldLimit = 16_384

  /// Requests the pages of visible entries, of those around them, and of marked ones.
  func wantPages(_ nearest: [Int]) {
    guard let paged = arrangement.listing.paged else { return pages.want([], of: snapshot.paged) }
    let unread = paged.keep(exactly: marks.ids)
    let ranks =
      (nearest + prefetchRange).lazy.filter(arrangement.photoIndices.contains)
      .map(arrangement.position)
    var wanted: [Int] = []
    for rank in ranks where wanted.last != paged.page(of: rank) {
      wanted.append(paged.page(of: rank))
    }
    var seen: Set<Int> = []
    pages.want((wanted + unread).filter { seen.insert($0).inserted }, of: paged)
  }

  func notePages() {
    nameByPages()
    if let new = pages.entries, new !== snapshot.paged, snapshot.paged != nil {
      return correct(by: new)
    }
    update()
  }

  /// Derives short names from the visible photos only: all would have to be loaded.
  private func nameByPages() {
    guard let paged = arrangement.listing.paged, names == PhotoNames() else { return }
    let (arrangement, visible) = (arrangement, visibleRange)
    let shown = visible.clamped(to: arrangement.photoIndices)
    names = PhotoNames(of: shown.compactMap { paged[arrangement.position(at: $0)] })
  }

  /// Why a grouping is not available: of large listings only facts listed by the server are.
  package func obstacle(toGroupingBy grouping: PhotoGrouping) -> String? {
    var options = ViewOptions()
    options.grouping = grouping
    return canFindOut(options) ? nil : "so many photos can only be grouped by day, month and year"
  }

  package var obstacleToStacks: String? {
    var options = ViewOptions()
    options.foldsBursts = true
    return canFindOut(options) ? nil : "there are too many photos here for stacks"
  }

  /// Notices for options set before the listing became too large for them.
  var obstacleNotices: [CatalogNotice] {
    guard let paged = arrangement.listing.paged else { return [] }
    let options = arranging.options
    return [
      obstacle(toGroupingBy: options.grouping), options.foldsBursts ? obstacleToStacks : nil,
    ].compactMap(\.self).map { paged.notice(saying: $0) }
  }

  private func canFindOut(_ options: ViewOptions) -> Bool {
    guard let paged = arrangement.listing.paged else { return true }
    return paged.count <= Self.heldLimit || options.isMetByFullScan
  }

  func gatherPages() {
    let listing = arranging.listing
    let options = arranging.options
    guard let paged = listing.paged, !options.isMet(byPagesOf: paged),
      !arranging.knowledge.hasScanned(paged, for: options)
    else { return pages.endGathering() }
    if paged.count <= Self.heldLimit {
      // All entries satisfy any options.
      pages.gather(paged, for: ViewOptions(), into: [CatalogEntry]()) {
        $0 += $1
      } finish: {
        [weak self] entries, corrected in
        guard let self, self.arranging.listing === listing else { return }
        guard corrected.count <= Self.heldLimit else { return self.correct(by: corrected) }
        self.takeCounts(of: corrected)
        self.names = PhotoNames(of: entries)
        self.arrange(Listing(entries, folders: listing.folders))
      }
    } else if options.isMetByFullScan {
      count(paged, for: options)
    } else {
      pages.endGathering()
    }
  }

  /// Scans all entries for the facts that the options need.
  private func count(_ paged: PagedEntries, for options: ViewOptions) {
    let scan = FullScan(of: paged, for: options, knowing: arranging.knowledge)
    guard !scan.isComplete else {
      arranging.knowledge.scan = scan
      return pages.endGathering()
    }
    let marks = marks
    pages.gather(paged, for: options, into: scan) {
      $0.add($1, isMarked: marks.contains)
    } finish: {
      [weak self] scan, corrected in
      guard let self, self.arranging.listing.paged === paged else { return }
      self.arranging.knowledge.scan = scan.of(corrected)
      guard corrected !== paged else { return self.arrange() }
      self.correct(by: corrected)
    }
  }

  /// Replaces the entries after a page turned out to have another count.
  private func correct(by entries: PagedEntries) {
    var snapshot = snapshot
    snapshot.paged = entries
    show(snapshot)
  }

  /// By the months of pages; nil if there is none or photos are not in order of time.
  func index(ofFirstTakenIn days: DayRange) -> Int? {
    guard let times, let paged = arrangement.listing.paged else { return nil }
    let isBackward = arranging.arranged.options.isBackward(in: paged)
    let numbers = paged.pages.indices.filter { number in
      guard paged.pages[number].count > 0, let month = paged.pages[number].day else { return false }
      return days.overlaps(month: month)
    }
    guard let number = isBackward ? numbers.last : numbers.first else { return nil }
    let ranks = paged.ranks(of: number)
    let first = isBackward ? ranks.upperBound - 1 : ranks.lowerBound
    return arrangement.index(of: paged.id(at: first), near: 0).flatMap { index in
      times(index) == nil ? nil : index
    }
  }

  /// Limits marking of large listings, since marked entries are kept in memory.
  package func canMark(_ count: Int) -> Bool {
    arrangement.listing.paged == nil || count <= Marks.pagedLimit
  }

  /// For a paged entry, what the server lists.
  func facts(of entry: CatalogEntry) -> PhotoFacts? {
    arrangement.listing.paged == nil
      ? arranging.knowledge.facts[entry.id] : PhotoFacts(listed: entry.photo)
  }

  var isInOrderOfPages: Bool {
    arrangement.listing.paged.map(arranging.arranged.options.isMet) ?? false
  }
}

extension ViewOptions {
  /// Whether the options can be satisfied with only some pages loaded.
  func isMet(byPagesOf paged: PagedEntries) -> Bool {
    guard filter.isEmpty || filter.isMarked, search.isEmpty, !foldsBursts,
      order.isOfPages(of: paged)
    else {
      return false
    }
    let isByTime = paged.order == .latestTaken
    return switch grouping {
    case .none: true
    case .month where filter.isMarked, .year where filter.isMarked, .auto where filter.isMarked:
      false
    case .month, .year, .auto: isByTime && paged.pages.allSatisfy { $0.month != nil }
    default: false
    }
  }

  /// Whether the photos are in reverse order of the pages.
  func isBackward(in paged: PagedEntries) -> Bool {
    order.key == .taken && paged.order == .latestTaken ? !order.isReversed : order.isReversed
  }
}

extension EntryPage {
  var day: Day? { month.map { Day($0.year, $0.number, 0) } }
}

extension Arranger {
  var isAsBefore: Bool {
    isSameListing && options == previous.options && knowledge.marksVersion == previous.marksVersion
  }

  func arranged(entriesOf paged: PagedEntries) -> Arranged {
    if options.isMet(byPagesOf: paged) { return arranged(byPagesOf: paged) }
    guard let scan = knowledge.scan, !isAsBefore, knowledge.hasScanned(paged, for: options) else {
      return previous
    }
    return scan.arranged(for: self)
  }

  private func arranged(byPagesOf paged: PagedEntries) -> Arranged {
    let isBackward = options.isBackward(in: paged)
    let positions: PhotoPositions = isBackward ? .reversed : .listed
    var shown = positions
    if options.filter.isMarked {
      let marked = knowledge.marks.ids.compactMap { id in
        paged.rank(of: id).flatMap { Int32(exactly: $0) }
      }
      shown = .places(isBackward ? marked.sorted(by: >) : marked.sorted())
    }
    return Arranged(
      listing: listing, options: options, factsVersion: knowledge.factsVersion,
      marksVersion: knowledge.marksVersion, positions: positions,
      arrangement: Arrangement(
        of: listing, inOrder: shown, folders: options.filter.folders(in: listing.folders),
        groups: groups(of: paged, isBackward: isBackward)))
  }

  private func groups(of paged: PagedEntries, isBackward: Bool) -> [PhotoGroup] {
    guard options.grouping != .none else { return [] }
    let months = paged.pages.count { $0.count > 0 }
    let isByYear =
      options.grouping == .year
      || options.grouping == .auto && paged.count < GroupTable.enough * months
    var groups: [PhotoGroup] = []
    var start = listing.folders.count
    for page in isBackward ? paged.pages.reversed() : paged.pages where page.count > 0 {
      let title = page.day.map { GroupTitle.date(isByYear ? Day($0.year, 0, 0) : $0) } ?? .undated
      if groups.last?.title != title { groups.append(PhotoGroup(start: start, title: title)) }
      start += page.count
    }
    return groups
  }
}
