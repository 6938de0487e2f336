import Catalog
import Concurrency
import Finding

/// How the photos of a grid are arranged, and what is being done about it.
struct ArrangementState {
  /// Goes up whenever another folder is shown: what was begun before counts for nothing.
  private(set) var generation = 0
  /// What finds out facts of photos.
  let reader: any PhotoFactsReading
  /// Where arrangements are made that take their time.
  let queue = WorkQueue(label: "arrangement")
  /// What is wanted.
  var wish = ArrangementWish()
  /// What there is to arrange.
  var listing = Listing([])
  /// What is known.
  var knowledge = ArrangementKnowledge()
  /// What is shown.
  var arranged = Arranged()
  /// Whether an arrangement is being made.
  var isArranging = false
  /// How far facts are being found out; nil where they are not.
  var reading: Reading?
  /// Whether it is being found out how sharp frames are.
  var isMeasuring = false
  /// What is being said of photos, until it is known from them.
  var notes = ShownNotes()
  /// The ratings of photos whose other facts have not been read.
  var ratings = PhotoRatings()
  /// The photos whose facts count until they have been read again.
  private var stale: Set<PhotoID> = []
  /// What has become of the photos that have changed while they were shown.
  private var changed: [PhotoID: Photo] = [:]
  /// The listing of which all facts are known, and how much that is.
  private var known: (listing: Listing, depth: FactsDepth)?
  /// The photo that was selected before a filter hid it, where nobody has moved since.
  var strayed: PhotoID?
  /// Where a search begins that has been changed, until it has been gone on from there.
  var searchOrigin: PhotoID?
  /// How many photos that are shown match what is looked for.
  var matchCount = 0
  /// The match that was gone to last.
  var match: SearchMatch?

  /// How far several photos are.
  struct Reading {
    /// How much is found out of them.
    let depth: FactsDepth
    /// The listing that they are of.
    let listing: Listing
    /// Of how many it is known by now.
    var finished = 0
    /// How many they were, without those that were remembered.
    var all: Int
    /// Whether what was remembered of others turned out to be another by now.
    var hasChanged = false
  }

  init(reader: any PhotoFactsReading) {
    self.reader = reader
  }

  /// Knows nothing of what was listed before; orders and groups stay as they are wanted.
  mutating func beginAnew(showing filter: Filter, lookingFor search: Filter) {
    var new = ArrangementState(reader: reader)
    new.generation = generation + 1
    new.wish = wish
    (new.wish.filter, new.wish.search, new.wish.findsBursts) = (filter, search, false)
    self = new
  }

  /// What can be done of what is wanted: as long as the facts for an order are missing, that of before
  /// stays.
  var attainableWish: ArrangementWish {
    var wish = wish
    if let paged = listing.paged, !wish.isMet(byPagesOf: paged),
      !knowledge.hasCounted(paged, for: wish)
    {
      let caption = wish.caption
      wish = arranged.listing === listing ? arranged.wish : ArrangementWish()
      wish.caption = caption
    }
    guard lacksFacts else { return wish }
    if wish.order.depth > .names, wish.order != arranged.wish.order {
      wish.order = arranged.wish.order
    }
    if wish.grouping.depth > .names, wish.grouping != arranged.wish.grouping {
      wish.grouping = arranged.wish.grouping
    }
    wish.foldsBursts = arranged.wish.foldsBursts
    wish.findsBursts = arranged.wish.findsBursts
    return wish
  }

  /// The work that leads to what is wanted.
  var work: Arranger {
    Arranger(
      listing: listing, wish: attainableWish, knowledge: knowledge, previous: arranged)
  }

  /// Whether an arrangement is what is wanted, of all that is known.
  func isWanted(_ arranged: Arranged) -> Bool {
    arranged.listing === listing && arranged.wish == attainableWish
      && arranged.factsVersion == knowledge.factsVersion
      && arranged.marksVersion == knowledge.marksVersion
  }

  /// Whether facts are wanted that may not be known.
  var lacksFacts: Bool {
    let depth = wish.depth
    guard depth > .names, let known, known.listing === listing else { return depth > .names }
    return known.depth < depth
  }

  /// The photos of which facts have to be found out.
  var unknown: PhotoList {
    guard !knowledge.facts.isEmpty else { return PhotoList(of: listing.entries) }
    let (depth, entries) = (wish.depth, listing.entries)
    let places = entries.indices.lazy.filter { !isKnown(entries[$0].id, depth) }
    return PhotoList(of: entries, at: places.map(Int32.init))
  }

  /// Takes what a catalog lists; of what has changed nothing is known any more.
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

  /// Whether a photo is still what it was when facts of it were asked for.
  func isCurrent(_ entry: CatalogEntry) -> Bool {
    changed[entry.id].map { $0 == entry.photo } ?? true
  }

  /// Whether so much is known of a photo, or nobody knows more.
  func isKnown(_ id: PhotoID, _ depth: FactsDepth) -> Bool {
    (knowledge.facts.isRead(id).map { $0 && !stale.contains(id) || depth < .contents } ?? false)
      && (depth < .looks || knowledge.looks[id] != nil)
  }

  /// What is known of a photo without what is being said of it.
  func facts(of id: PhotoID) -> PhotoFacts? {
    let facts = knowledge.facts[id]
    return facts?.isRead == true ? facts : ratings.facts(of: id, with: facts)
  }

  /// Keeps what has been found out of a photo.
  mutating func set(_ facts: PhotoFacts, of id: PhotoID) {
    knowledge.facts[id] = facts
    stale.remove(id)
  }

  /// Takes what is remembered of photos of which not enough is known; of one that has changed it counts for
  /// nothing.
  /// - Returns: Of how many it counts for nothing.
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

  /// Notes that there is nothing more to find out of a listing.
  mutating func finishFacts(of listing: Listing, _ depth: FactsDepth) {
    known = (listing, depth)
    knowledge.factsVersion += 1
  }

  /// Wants what has been written beside photos to be read again; meanwhile what was known counts.
  mutating func readNotesAgain() {
    guard !notes.isEmpty else { return }
    let ids = notes.beginReading()
    guard !ids.isEmpty else { return }
    stale.formUnion(ids)
    known = nil
  }

  /// Wants the facts to be found out again that files may have changed.
  mutating func forgetFacts() {
    ratings.readFilesAgain()
    stale = []
    guard !knowledge.facts.isEmpty else { return }
    knowledge.facts = FactsTable()
    (knowledge.looks, knowledge.sharpness) = ([:], [:])
    known = nil
  }
}

/// A photo that a search has found.
package struct SearchMatch: Hashable, Sendable {
  /// The photo.
  let id: PhotoID
  /// Which match it is, from 1.
  package let number: Int
}

/// What came of going to a match.
package enum SearchStep: Hashable, Sendable {
  /// Nothing is looked for.
  case noSearch
  /// No photo that is shown matches.
  case noMatch
  /// A match is selected.
  case found
  /// The same, on the other side of the end or of the beginning.
  case foundBeyondEnd
}
