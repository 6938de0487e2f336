import Base
import Catalogs

/// Arranges a listing; on any thread, since it may take 100 ms.
struct Arranger: Sendable {
  let listing: Listing
  let options: ViewOptions
  let facts: KnownFacts
  let marks: Marks
  /// Differs if marks have changed and an option depends on them.
  let marksVersion: Int
  let scan: FullScan?
  let previous: Arranged

  /// Listings up to this size are arranged synchronously, within a few milliseconds.
  private static let arrangedAtOnce = 4096

  var isBrief: Bool {
    if let paged = listing.paged { return options.isMet(byPagesOf: paged) || isAsBefore }
    if listing.entries.count <= Self.arrangedAtOnce { return true }
    let hasOrder = options.order == .asGiven && options.grouping == .none || isOrderKnown
    let hasNames = options.filter.isEmpty && options.search.isEmpty || listing.hasFoldedNames
    return hasOrder && hasNames
  }

  func isSatisfied(by arranged: Arranged) -> Bool {
    arranged.listing === listing && arranged.options == options
      && arranged.factsVersion == facts.version && arranged.marksVersion == marksVersion
  }

  /// Reuses the valid parts of the previous arrangement.
  func run() -> Arranged {
    if let paged = listing.paged { return arranged(entriesOf: paged) }
    let bursts = bursts
    let (positions, groups) = isOrderKnown ? (previous.positions, previous.groups) : ordered(bursts)
    let shown = result(of: options.filter, after: previous.shown)
    let found = result(of: options.search, after: previous.found)
    let stacks =
      options.foldsBursts
      ? bursts?.folded(shown?.mask, open: options.openFrames, of: listing.entries, knowing: facts)
      : nil
    var arranged = arranged(positions, groups, shown, found, mask: stacks?.mask ?? shown?.mask)
    (arranged.bursts, arranged.stacks) = (bursts, stacks)
    return arranged
  }

  func arranged(
    _ positions: PhotoPositions, _ groups: GroupTable?, _ shown: FilterResult?,
    _ found: FilterResult?, mask: [Bool]?
  ) -> Arranged {
    Arranged(
      listing: listing, options: options, factsVersion: facts.version, marksVersion: marksVersion,
      positions: positions, groups: groups, shown: shown, found: found,
      foundFolders: options.search.isEmpty
        ? [] : Set(options.search.folders(in: listing.folders).map(\.id)),
      arrangement: Arrangement(
        of: listing, inOrder: positions, showing: mask,
        folders: options.filter.folders(in: listing.folders), inGroups: groups))
  }

  private func ordered(_ bursts: BurstStacks?) -> (PhotoPositions, GroupTable?) {
    let positions = options.order.positions(of: listing, knowing: facts)
    guard options.grouping != .none else { return (PhotoPositions(positions), nil) }
    let groups = GroupTable(
      listing.entries, by: options.grouping, isReversed: options.areGroupsReversed, knowing: facts,
      bursts: bursts?.bursts ?? [])
    return (.places(groups.grouped(positions)), groups)
  }

  private var bursts: BurstStacks? {
    guard options.needsBursts else { return nil }
    let isKnown = isSameListing && facts.version == previous.factsVersion
    return (isKnown ? previous.bursts : nil) ?? BurstStacks(listing.entries, knowing: facts)
  }

  private var isSameListing: Bool { previous.listing === listing }

  private var isOrderKnown: Bool {
    isSameListing && options.order == previous.options.order
      && options.grouping == previous.options.grouping
      && (max(options.order.depth, options.grouping.depth) == .names
        || facts.version == previous.factsVersion)
  }

  private func result(of filter: Filter, after last: FilterResult?) -> FilterResult? {
    guard !filter.isEmpty else { return nil }
    let isComparable =
      isSameListing && facts.version == previous.factsVersion
      && marksVersion == previous.marksVersion
    if isComparable, let last, last.filter == filter { return last }
    return filter.result(
      on: facts.subjects(of: listing, marks: marks), after: isComparable ? last : nil)
  }
}

// MARK: - Paged listings

extension Arranger {
  private var isAsBefore: Bool {
    isSameListing && options == previous.options && marksVersion == previous.marksVersion
  }

  private func arranged(entriesOf paged: PagedEntries) -> Arranged {
    if options.isMet(byPagesOf: paged) { return arranged(byPagesOf: paged) }
    guard let scan, !isAsBefore,
      scan.answers(options, of: paged, marksVersion: marksVersion)
    else { return previous }
    return scan.arranged(for: self)
  }

  private func arranged(byPagesOf paged: PagedEntries) -> Arranged {
    let isBackward = options.isBackward(in: paged)
    let positions: PhotoPositions = isBackward ? .reversed : .listed
    var shown = positions
    if options.filter.isMarked {
      let marked = marks.ids.compactMap { id in
        paged.rank(of: id).flatMap { Int32(exactly: $0) }
      }
      shown = .places(isBackward ? marked.sorted(by: >) : marked.sorted())
    }
    return Arranged(
      listing: listing, options: options, factsVersion: facts.version, marksVersion: marksVersion,
      positions: positions,
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

extension EntryPage {
  var day: Day? { month.map { Day($0.year, $0.number, 0) } }
}

struct Arranged: Sendable {
  var listing = Listing([])
  var options = ViewOptions()
  var factsVersion = 0
  var marksVersion = 0
  var positions = PhotoPositions.listed
  var groups: GroupTable?
  var bursts: BurstStacks?
  var stacks: FoldedStacks?
  var shown: FilterResult?
  var found: FilterResult?
  var foundFolders: Set<PhotoID> = []
  var arrangement = Arrangement()

  var unfiltered: Arrangement { Arrangement(of: listing, inOrder: positions) }
  /// With the frames of closed stacks.
  var passing: Arrangement { Arrangement(of: listing, showing: shown?.mask) }

  var matches: [Int] {
    guard let found else { return [] }
    return arrangement.indices.filter { index in
      arrangement.photoIndices.contains(index)
        ? found.mask[arrangement.position(at: index)]
        : foundFolders.contains(arrangement.folders[index].id)
    }
  }

  /// In order of capture, without frames hidden by the filter; empty if there is no burst.
  func burst(of id: PhotoID) -> [PhotoID] {
    let places = bursts?.burst(of: id) ?? []
    return places.filter { shown?.mask[$0] ?? true }.map { listing.entries[$0].id }
  }
}

extension Filter {
  /// By name; other terms do not apply to folders.
  func folders(in folders: [Subfolder]) -> [Subfolder] {
    guard !isEmpty, !folders.isEmpty else { return folders }
    let entries = folders.map { folder in
      // The path of an archive ends with two slashes.
      let slashes = folder.path.bytes.reversed().prefix { $0 == UInt8(ascii: "/") }.count
      return CatalogEntry(
        id: folder.id, photo: Photo(path: ByteString(folder.path.bytes.dropLast(slashes))))
    }
    return zip(folders, result(on: FilterSubjects(entries)).mask).filter(\.1).map(\.0)
  }
}

struct ArrangementState {
  var options = ViewOptions()
  var listing = Listing([])
  var arranged = Arranged()
  var isArranging = false
  var scan: FullScan?
  private(set) var marksVersion = 0

  /// Returns whether marks affect the arrangement.
  mutating func marksDidChange() -> Bool {
    guard options.asksForMarks else { return false }
    marksVersion += 1
    return true
  }

  /// Whether the options can be satisfied without scanning entries.
  var hasScanned: Bool {
    guard let paged = listing.paged, !options.isMet(byPagesOf: paged) else { return true }
    return scan?.answers(options, of: paged, marksVersion: marksVersion) == true
  }

  /// With the options of the former arrangement where entries or facts are still being read, except
  /// for orders by hashes, as decoding all photos takes long.
  func arranger(knowing facts: KnownFacts, lacksFacts: Bool, marks: Marks) -> Arranger {
    Arranger(
      listing: listing, options: attainableOptions(lacksFacts: lacksFacts), facts: facts,
      marks: marks, marksVersion: marksVersion, scan: scan, previous: arranged)
  }

  private func attainableOptions(lacksFacts: Bool) -> ViewOptions {
    var options = options
    if !hasScanned {
      let caption = options.caption
      options = arranged.listing === listing ? arranged.options : ViewOptions()
      options.caption = caption
    }
    guard lacksFacts else { return options }
    if ![.names, .hashes].contains(options.order.depth) { options.order = arranged.options.order }
    if options.grouping.depth > .names { options.grouping = arranged.options.grouping }
    options.foldsBursts = arranged.options.foldsBursts
    options.findsBursts = arranged.options.findsBursts
    return options
  }
}

struct ViewOptions: Hashable, Sendable {
  var order = PhotoOrder.asGiven
  var grouping = PhotoGrouping.none
  var foldsBursts = false
  /// Whether bursts are detected even if they are neither collapsed nor grouped.
  var findsBursts = false
  var openFrames: Set<PhotoID> = []
  var filter = Filter()
  /// Selects matches without hiding other photos.
  var search = Filter()
  var caption = PhotoCaption.name
  /// Whether ratings are shown, which requires reading them in any order.
  var showsRatings = false
  /// Whether alternative texts are announced, for which the texts are read meanwhile.
  var announcesTexts = false
  /// Facts that are read once, without an order, group or filter of them.
  var requestedDepth = FactsDepth.names

  var depth: FactsDepth {
    let depth = max(
      order.depth, grouping.depth, filter.depth, search.depth, caption.depth, requestedDepth)
    if foldsBursts || findsBursts { return .hashes }
    let shown = showsRatings ? max(depth, .contents) : depth
    return shown == .contents && searchesTexts ? .texts : shown
  }

  var searchesTexts: Bool { announcesTexts || filter.searchesTexts || search.searchesTexts }

  var areGroupsReversed: Bool {
    grouping == .rating && order.key != .rating || order.isReversed
  }

  var needsBursts: Bool { foldsBursts || findsBursts || grouping == .burst }

  var asksForMarks: Bool { [filter, search].contains { $0.asks(for: [.marked]) } }
}

extension ViewOptions {
  /// Whether the options can be satisfied with only some pages loaded.
  func isMet(byPagesOf paged: PagedEntries) -> Bool {
    guard filter.isEmpty || filter.isMarked, search.isEmpty, !foldsBursts,
      order.isOfPages(of: paged)
    else { return false }
    return switch grouping {
    case .none: true
    case .month, .year, .auto:
      !filter.isMarked && paged.order == .latestTaken && paged.pages.allSatisfy { $0.month != nil }
    default: false
    }
  }

  /// Whether a full scan can satisfy the options: not those that need perceptual hashes.
  var isMetByFullScan: Bool {
    guard !foldsBursts, order.depth < .hashes else { return false }
    return switch grouping {
    case .none, .day, .month, .year, .auto: true
    case .folder, .rating, .likeness, .burst, .keyword, .person, .place: false
    }
  }

  func isBackward(in paged: PagedEntries) -> Bool {
    order.key == .taken && paged.order == .latestTaken ? !order.isReversed : order.isReversed
  }
}

extension PhotoOrder {
  func isOfPages(of entries: PagedEntries) -> Bool {
    key == .given || key == .taken && entries.order == .latestTaken
  }
}

package enum PhotoCaption: String, CaseIterable, Hashable, Sendable {
  case name
  /// The capture date, or the name if it is unknown.
  case date
  case none

  var depth: FactsDepth { self == .date ? .contents : .names }
}

extension TakenTime {
  private static let dayWidth = 10

  /// As `2024-05-17 14:03`, without the time if too long; nil if only the file's time is known.
  func caption(columns: Int) -> [UInt8]? {
    guard let date = captureDate else { return nil }
    let text = Array("\(date)".utf8)
    return text.count <= columns ? text : Array(text.prefix(Self.dayWidth))
  }
}
