import Catalogs
import TestSupport
import Testing

@testable import Photos

@Suite("Search")
struct PhotoSearchTests {
  private var search = PhotoSearch()
  private let entries = [CatalogEntry](
    of: ["a1", "b", "a2", "c", "a3"].map { Photo(named: $0) })

  private func arranged(finding text: String) -> Arranged {
    var options = ViewOptions()
    options.search = Filter(text)
    return Arranger(
      listing: Listing(entries), options: options, facts: KnownFacts(), marks: Marks(),
      marksVersion: 0, scan: nil, previous: Arranged()
    ).run()
  }

  /// The selection once the matches of a search are known.
  private mutating func selected(_ text: String, in arranged: Arranged) -> Int? {
    search.follow(arranged, Filter(text), near: 0, selected: nil, isComplete: true)
  }

  @Test mutating func `the first match from the origin on is selected, once`() {
    let arranged = arranged(finding: "^a")
    search.begin(from: entries[1].id)
    let selections = [
      selected("^x", in: arranged), selected("^a", in: arranged), selected("^a", in: arranged),
    ]
    #expect(selections == [nil, 2, nil])
    #expect(search.matchCount == 3 && search.match?.number == 2)
  }

  @Test mutating func `without a match the origin is selected, if it still exists`() {
    let arranged = arranged(finding: "^x")
    search.begin(from: entries[3].id)
    let origin = selected("^x", in: arranged)
    search.begin(from: PhotoID())
    let gone = selected("^x", in: arranged)
    let step = search.step(by: 1, from: 0, in: arranged).step
    #expect(origin == 3 && gone == nil && step == .noMatch)
  }

  @Test(arguments: [
    (1, 0, 2, SearchStep.found), (2, 0, 4, .found), (1, 4, 0, .foundBeyondEnd),
    (-1, 4, 2, .found), (-1, 0, 4, .foundBeyondEnd), (-2, 3, 0, .found), (4, 0, 2, .foundBeyondEnd),
  ])
  mutating func `steps lead from match to match and wrap around`(
    steps: Int, index: Int, wanted: Int, outcome: SearchStep
  ) {
    let found = search.step(by: steps, from: index, in: arranged(finding: "^a"))
    #expect(found.index == wanted && found.step == outcome)
    #expect(search.match?.id == entries[wanted].id)
  }
}
