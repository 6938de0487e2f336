import Catalog
import Finding
import Imaging

/// What is wanted of an arrangement.
struct ArrangementWish: Hashable, Sendable {
  /// The order of the photos.
  var order = PhotoOrder.asGiven
  /// By what they stand together.
  var grouping = PhotoGrouping.none
  /// Whether a burst is shown as one photo.
  var foldsBursts = false
  /// Whether it is to be known which photos are of one burst, however they stand.
  var findsBursts = false
  /// The frames of the bursts that are shown whole all the same.
  var openFrames: Set<PhotoID> = []
  /// Which of them are shown.
  var filter = Filter()
  /// Which of them are gone to.
  var search = Filter()

  /// What stands below the pictures.
  var caption = PhotoCaption.name
  /// Whether it is shown what photos are rated, whoever sorts by it.
  var showsNotes = false

  /// How much has to be found out of photos for it.
  var depth: FactsDepth {
    let depth = max(order.depth, grouping.depth, filter.depth, search.depth, caption.depth)
    if foldsBursts || findsBursts { return .looks }
    return showsNotes ? max(depth, .contents) : depth
  }
  /// Whether the last group comes first: the best photos do, unless they are sorted the other way.
  var areGroupsReversed: Bool {
    grouping == .rating && order.key != .rating || order.isReversed
  }
  /// Whether it takes to know the bursts.
  var needsBursts: Bool { foldsBursts || findsBursts || grouping == .burst }
  /// Whether a part of it asks what is marked.
  var asksForMarks: Bool { [filter, search].contains { $0.asks(for: [.marked]) } }
}

/// What is known of photos besides their places, as far as arrangements depend on it.
struct ArrangementKnowledge: Sendable {
  /// What has been found out of each photo.
  var facts = FactsTable()
  /// What photos look like; none for those that cannot be seen.
  var looks: [PhotoID: DifferenceHash?] = [:]
  /// How sharp frames of bursts are; none for those that cannot be seen.
  var sharpness: [PhotoID: Sharpness?] = [:]
  /// Which photos are marked.
  var marks = Marks()
  /// What has been found out of entries that are not held; nil where nothing has.
  var census: PageCensus?
  /// Counts the changes of facts.
  var factsVersion = 0
  /// Counts the changes of marks that somebody has asked about.
  var marksVersion = 0

  /// Whether all has been found out of entries that are not held that a wish asks for.
  func hasCounted(_ entries: PagedEntries, for wish: ArrangementWish) -> Bool {
    census?.answers(wish, of: entries, marksVersion: marksVersion) == true
  }
}

/// Arranges a listing: for any thread, since it may take a tenth of a second.
struct Arranger: Sendable {
  let listing: Listing
  let wish: ArrangementWish
  let knowledge: ArrangementKnowledge
  /// What was arranged before.
  let previous: Arranged

  /// So many photos are arranged at once, whatever is asked for: that takes a few milliseconds.
  private static let arrangedAtOnce = 4096

  /// Whether that takes a few milliseconds only, so that nobody need wait for another thread.
  var isBrief: Bool {
    if let paged = listing.paged { return wish.isMet(byPagesOf: paged) || isAsBefore }
    if listing.entries.count <= Self.arrangedAtOnce { return true }
    let hasOrder = wish.order == .asGiven && wish.grouping == .none || isOrderKnown
    let hasNames = wish.filter.isEmpty && wish.search.isEmpty || listing.hasFoldedNames
    return hasOrder && hasNames
  }

  /// The listing arranged.
  func run() -> Arranged {
    if let paged = listing.paged { return arranged(entriesOf: paged) }
    let (positions, groups) = isOrderKnown ? (previous.positions, previous.groups) : ordered()
    let shown = result(of: wish.filter, after: previous.shown)
    let bursts = bursts
    let stacks =
      wish.foldsBursts
      ? bursts?.folded(
        shown?.mask, open: wish.openFrames, of: listing.entries, knowing: knowledge) : nil
    return Arranged(
      listing: listing, wish: wish, factsVersion: knowledge.factsVersion,
      marksVersion: knowledge.marksVersion, positions: positions, groups: groups, bursts: bursts,
      stacks: stacks,
      shown: shown,
      found: result(of: wish.search, after: previous.found),
      foundFolders: wish.search.isEmpty
        ? [] : Set(wish.search.folders(in: listing.folders).map(\.id)),
      arrangement: Arrangement(
        of: listing, inOrder: positions, showing: stacks?.mask ?? shown?.mask,
        folders: wish.filter.folders(in: listing.folders), inGroups: groups))
  }

  private func ordered() -> (PhotoPositions, GroupTable?) {
    let positions = wish.order.positions(of: listing, facts: knowledge.facts)
    guard wish.grouping != .none else { return (PhotoPositions(positions), nil) }
    let groups = GroupTable(
      listing.entries, by: wish.grouping, isReversed: wish.areGroupsReversed,
      facts: knowledge.facts, looks: knowledge.looks)
    return (.places(groups.grouped(positions)), groups)
  }

  /// The bursts, where somebody wants to know them.
  private var bursts: BurstStacks? {
    guard wish.needsBursts else { return nil }
    let isKnown = isSameListing && knowledge.factsVersion == previous.factsVersion
    return (isKnown ? previous.bursts : nil)
      ?? BurstStacks(listing.entries, knowing: knowledge)
  }

  var isSameListing: Bool { previous.listing === listing }

  private var isOrderKnown: Bool {
    isSameListing && wish.order == previous.wish.order && wish.grouping == previous.wish.grouping
      && (max(wish.order.depth, wish.grouping.depth) == .names
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

/// A listing that has been arranged, with all that the next arrangement can go on from.
struct Arranged: Sendable {
  var listing = Listing([])
  var wish = ArrangementWish()
  var factsVersion = 0
  var marksVersion = 0
  /// Where the entries stand in the listing before any are hidden.
  var positions = PhotoPositions.listed
  /// The groups in which they stand; nil where they are in none.
  var groups: GroupTable?
  /// The bursts, where somebody wants to know them.
  var bursts: BurstStacks?
  /// What is left of them, where they are folded.
  var stacks: FoldedStacks?
  /// What the filter shows; nil where there is none.
  var shown: FilterResult?
  /// What is gone to; nil where nothing is.
  var found: FilterResult?
  /// The folders that are gone to.
  var foundFolders: Set<PhotoID> = []
  var arrangement = Arrangement()

  /// All entries in their order, those that are hidden too.
  var unfiltered: Arrangement { Arrangement(of: listing, inOrder: positions) }

  /// Whether an entry of the arrangement is one that is gone to.
  func isMatch(at index: Int) -> Bool {
    if index < arrangement.folders.count {
      return foundFolders.contains(arrangement.folders[index].id)
    }
    return found.map { $0.mask[arrangement.position(at: index)] } ?? false
  }
}
