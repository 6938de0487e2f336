import Base
import Catalogs

/// The options of an arrangement, its data, and the work in progress.
struct ArrangementState {
  /// Incremented when another folder is shown; results of earlier generations are dropped.
  private(set) var generation = 0
  let reader: any PhotoFactsReading
  let queue = WorkQueue(label: "arrangement")
  var options = ViewOptions()
  var listing = Listing([])
  var knowledge = ArrangementKnowledge()
  var arranged = Arranged()
  var isArranging = false
  var reading: Reading?
  var isMeasuring = false
  /// Ratings being written, shown until they have been read back.
  var notes = OptimisticRatings()
  var ratings = PhotoRatings()
  private var stale: Set<PhotoID> = []
  /// The current version of photos that changed while shown.
  private var changed: [PhotoID: Photo] = [:]
  /// The listing whose facts are all known, to that depth.
  private var known: (listing: Listing, depth: FactsDepth)?
  /// The selected photo that a filter hid, until the user moves.
  var strayed: PhotoID?
  /// Where an edited search starts, until its first match is selected.
  var searchOrigin: PhotoID?
  var matchCount = 0
  var match: SearchMatch?

  struct Reading {
    let depth: FactsDepth
    let listing: Listing
    var finished = 0
    /// Without photos found in the index.
    var all: Int
    /// Whether cached facts turned out to be outdated.
    var hasChanged = false
  }

  init(reader: any PhotoFactsReading) {
    self.reader = reader
  }

  mutating func beginAnew(showing filter: Filter, lookingFor search: Filter) {
    var new = ArrangementState(reader: reader)
    new.generation = generation + 1
    new.options = options
    (new.options.filter, new.options.search, new.options.findsBursts) = (filter, search, false)
    self = new
  }

  /// The options without those whose facts are still being read.
  var attainableOptions: ViewOptions {
    var options = options
    if let paged = listing.paged, !options.isMet(byPagesOf: paged),
      !knowledge.hasScanned(paged, for: options)
    {
      let caption = options.caption
      options = arranged.listing === listing ? arranged.options : ViewOptions()
      options.caption = caption
    }
    guard lacksFacts else { return options }
    if options.order.depth > .names, options.order != arranged.options.order {
      options.order = arranged.options.order
    }
    if options.grouping.depth > .names, options.grouping != arranged.options.grouping {
      options.grouping = arranged.options.grouping
    }
    options.foldsBursts = arranged.options.foldsBursts
    options.findsBursts = arranged.options.findsBursts
    return options
  }

  var work: Arranger {
    Arranger(
      listing: listing, options: attainableOptions, knowledge: knowledge, previous: arranged)
  }

  /// Whether an arrangement is up to date with options and facts.
  func isWanted(_ arranged: Arranged) -> Bool {
    arranged.listing === listing && arranged.options == attainableOptions
      && arranged.factsVersion == knowledge.factsVersion
      && arranged.marksVersion == knowledge.marksVersion
  }

  var lacksFacts: Bool {
    let depth = options.depth
    guard depth > .names, let known, known.listing === listing else { return depth > .names }
    return known.depth < depth
  }

  var unknown: PhotoList {
    guard !knowledge.facts.isEmpty else { return PhotoList(of: listing.entries) }
    let (depth, entries) = (options.depth, listing.entries)
    let places = entries.indices.lazy.filter { !isKnown(entries[$0].id, depth) }
    return PhotoList(of: entries, at: places.map(Int32.init))
  }

  mutating func take(_ new: Listing) {
    listing = new
    for entry in new.entries where entry.photo.hasChanged && changed[entry.id] != entry.photo {
      changed[entry.id] = entry.photo
      ratings.forgetFile(of: entry.id)
      stale.remove(entry.id)
      knowledge.facts[entry.id] = nil
      knowledge.looks[entry.id] = nil
      knowledge.sharpness[entry.id] = nil
    }
  }

  /// Whether the photo has not changed since its facts were requested.
  func isCurrent(_ entry: CatalogEntry) -> Bool {
    changed[entry.id].map { $0 == entry.photo } ?? true
  }

  func isKnown(_ id: PhotoID, _ depth: FactsDepth) -> Bool {
    (knowledge.facts.isRead(id).map { $0 && !stale.contains(id) || depth < .contents } ?? false)
      && (depth < .looks || knowledge.looks[id] != nil)
  }

  func facts(of id: PhotoID) -> PhotoFacts? {
    let facts = knowledge.facts[id]
    return facts?.isRead == true ? facts : ratings.facts(of: id, with: facts)
  }

  mutating func set(_ facts: PhotoFacts, of id: PhotoID) {
    knowledge.facts[id] = facts
    stale.remove(id)
  }

  /// Stores facts from the index; returns how many were dropped because their photos changed.
  mutating func remember(_ remembered: consuming FactsTable, of photos: PhotoList) -> Int {
    let forgotten = changed.keys.filter { remembered[$0] != nil }
    for id in forgotten { remembered[id] = nil }
    for id in stale where remembered[id] != nil { stale.remove(id) }
    if knowledge.facts.isEmpty {
      knowledge.facts = remembered
    } else {
      for id in photos.indices.lazy.map(photos.id) {
        if let facts = remembered[id] { knowledge.facts[id] = facts }
      }
    }
    return forgotten.count
  }

  mutating func finishFacts(of listing: Listing, _ depth: FactsDepth) {
    known = (listing, depth)
    knowledge.factsVersion += 1
  }

  /// Reads changed sidecars again; the former facts are used meanwhile.
  mutating func readChangedSidecars() {
    guard !notes.isEmpty else { return }
    let ids = notes.beginReading()
    guard !ids.isEmpty else { return }
    stale.formUnion(ids)
    known = nil
  }

  /// Reads all facts again that changed files may have invalidated.
  mutating func forgetFacts() {
    ratings.readFilesAgain()
    stale = []
    guard !knowledge.facts.isEmpty else { return }
    knowledge.facts = FactsTable()
    (knowledge.looks, knowledge.sharpness) = ([:], [:])
    known = nil
  }
}

package struct SearchMatch: Hashable, Sendable {
  let id: PhotoID
  package let number: Int
}

package enum SearchStep: Hashable, Sendable {
  case noSearch
  case noMatch
  case found
  case foundBeyondEnd
}
