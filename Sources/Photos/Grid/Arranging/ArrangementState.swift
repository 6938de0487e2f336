import Catalog
import Concurrency
import Finding

/// How the photos of a grid are arranged, and what is being done about it.
struct ArrangementState {
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
  /// What has become of the photos that have changed while they were shown.
  private var changed: [PhotoID: Photo] = [:]
  /// The listing of which all facts are known.
  private var known: Listing?
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
    var finished = 0
    let all: Int
  }

  init(reader: any PhotoFactsReading) {
    self.reader = reader
  }

  /// What can be done of what is wanted: as long as the facts for an order are missing, that of before
  /// stays.
  var attainableWish: ArrangementWish {
    var wish = wish
    guard lacksFacts else { return wish }
    if wish.order.needsFacts, wish.order != arranged.wish.order {
      wish.order = arranged.wish.order
    }
    if wish.grouping.needsFacts, wish.grouping != arranged.wish.grouping {
      wish.grouping = arranged.wish.grouping
    }
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
  var lacksFacts: Bool { wish.needsFacts && known !== listing }

  /// The photos of which facts have to be found out.
  var unknown: [CatalogEntry] { listing.entries.filter { knowledge.facts[$0.id] == nil } }

  /// Takes what a catalog lists; of what has changed nothing is known any more.
  mutating func take(_ new: Listing) {
    listing = new
    for entry in new.entries where entry.photo.hasChanged && !isCurrent(entry) {
      changed[entry.id] = entry.photo
      knowledge.facts[entry.id] = nil
    }
  }

  /// Takes facts of photos, as far as these have not changed meanwhile.
  mutating func note(_ facts: [PhotoFacts], of entries: some Sequence<CatalogEntry>) {
    for (entry, facts) in zip(entries, facts)
    where changed[entry.id] == nil || isCurrent(entry) {
      knowledge.facts[entry.id] = facts
    }
  }

  private func isCurrent(_ entry: CatalogEntry) -> Bool { changed[entry.id] == entry.photo }

  /// Notes that there is nothing more to find out.
  mutating func finishFacts() {
    known = listing
    knowledge.factsVersion += 1
  }

  /// Wants the facts to be found out again that files may have changed.
  mutating func forgetFacts() {
    guard !knowledge.facts.isEmpty else { return }
    knowledge.facts = [:]
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
