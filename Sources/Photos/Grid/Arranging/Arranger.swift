import Catalogs
import Imaging

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

  var depth: FactsDepth {
    let depth = max(order.depth, grouping.depth, filter.depth, search.depth, caption.depth)
    if foldsBursts || findsBursts { return .looks }
    return showsRatings ? max(depth, .contents) : depth
  }
  /// Whether groups are in descending order: by default for ratings.
  var areGroupsReversed: Bool {
    grouping == .rating && order.key != .rating || order.isReversed
  }
  var needsBursts: Bool { foldsBursts || findsBursts || grouping == .burst }
  var asksForMarks: Bool { [filter, search].contains { $0.asks(for: [.marked]) } }
}

struct ArrangementKnowledge: Sendable {
  var facts = FactsTable()
  /// `.some(nil)` for photos that cannot be decoded.
  var looks: [PhotoID: DifferenceHash?] = [:]
  /// Of burst frames; `.some(nil)` for photos that cannot be decoded.
  var sharpness: [PhotoID: Sharpness?] = [:]
  var marks = Marks()
  /// Results of a full scan; nil if there was none.
  var scan: FullScan?
  var factsVersion = 0
  /// Incremented when marks change and an option depends on them.
  var marksVersion = 0

  /// Whether the last full scan answers all that `options` asks of paged entries.
  func hasScanned(_ entries: PagedEntries, for options: ViewOptions) -> Bool {
    scan?.answers(options, of: entries, marksVersion: marksVersion) == true
  }
}

/// Arranges a listing; on any thread, since it may take 100 ms.
struct Arranger: Sendable {
  let listing: Listing
  let options: ViewOptions
  let knowledge: ArrangementKnowledge
  let previous: Arranged

  /// Listings up to this size are arranged synchronously, within a few milliseconds.
  private static let arrangedAtOnce = 4096

  /// Whether the work takes only a few milliseconds.
  var isBrief: Bool {
    if let paged = listing.paged { return options.isMet(byPagesOf: paged) || isAsBefore }
    if listing.entries.count <= Self.arrangedAtOnce { return true }
    let hasOrder = options.order == .asGiven && options.grouping == .none || isOrderKnown
    let hasNames = options.filter.isEmpty && options.search.isEmpty || listing.hasFoldedNames
    return hasOrder && hasNames
  }

  /// Reuses what is still valid of the previous arrangement.
  func run() -> Arranged {
    if let paged = listing.paged { return arranged(entriesOf: paged) }
    let (positions, groups) = isOrderKnown ? (previous.positions, previous.groups) : ordered()
    let shown = result(of: options.filter, after: previous.shown)
    let bursts = bursts
    let stacks =
      options.foldsBursts
      ? bursts?.folded(
        shown?.mask, open: options.openFrames, of: listing.entries, knowing: knowledge) : nil
    return Arranged(
      listing: listing, options: options, factsVersion: knowledge.factsVersion,
      marksVersion: knowledge.marksVersion, positions: positions, groups: groups, bursts: bursts,
      stacks: stacks,
      shown: shown,
      found: result(of: options.search, after: previous.found),
      foundFolders: options.search.isEmpty
        ? [] : Set(options.search.folders(in: listing.folders).map(\.id)),
      arrangement: Arrangement(
        of: listing, inOrder: positions, showing: stacks?.mask ?? shown?.mask,
        folders: options.filter.folders(in: listing.folders), inGroups: groups))
  }

  private func ordered() -> (PhotoPositions, GroupTable?) {
    let positions = options.order.positions(of: listing, facts: knowledge.facts)
    guard options.grouping != .none else { return (PhotoPositions(positions), nil) }
    let groups = GroupTable(
      listing.entries, by: options.grouping, isReversed: options.areGroupsReversed,
      facts: knowledge.facts, looks: knowledge.looks)
    return (.places(groups.grouped(positions)), groups)
  }

  private var bursts: BurstStacks? {
    guard options.needsBursts else { return nil }
    let isKnown = isSameListing && knowledge.factsVersion == previous.factsVersion
    return (isKnown ? previous.bursts : nil)
      ?? BurstStacks(listing.entries, knowing: knowledge)
  }

  var isSameListing: Bool { previous.listing === listing }

  private var isOrderKnown: Bool {
    isSameListing && options.order == previous.options.order
      && options.grouping == previous.options.grouping
      && (max(options.order.depth, options.grouping.depth) == .names
        || knowledge.factsVersion == previous.factsVersion)
  }

  private func result(of filter: Filter, after last: FilterResult?) -> FilterResult? {
    guard !filter.isEmpty else { return nil }
    let isComparable =
      isSameListing && knowledge.factsVersion == previous.factsVersion
      && knowledge.marksVersion == previous.marksVersion
    if isComparable, let last, last.filter == filter { return last }
    let subjects = FilterSubjects(
      listing.entries, names: listing.foldedNames, facts: knowledge.facts,
      isMarked: knowledge.marks.contains)
    return filter.result(on: subjects, after: isComparable ? last : nil)
  }
}

/// An arranged listing, with everything that the next arrangement can reuse.
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

  func isMatch(at index: Int) -> Bool {
    if index < arrangement.folders.count {
      return foundFolders.contains(arrangement.folders[index].id)
    }
    return found.map { $0.mask[arrangement.position(at: index)] } ?? false
  }
}
