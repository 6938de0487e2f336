import Catalogs
import Photos
import Testing

@Suite("Optimistic ratings")
struct OptimisticRatingsTests {
  private let id = PhotoID()
  private var ratings = OptimisticRatings()

  private func facts(_ rating: Int?) -> PhotoFacts {
    var facts = PhotoFacts()
    facts.rating = rating
    return facts
  }

  @Test mutating func `an optimistic rating is shown until it has been written and read back`() {
    ratings.begin(.stars(3), of: id)
    #expect(ratings.facts(of: id, facts(1))?.rating == 3)
    let unwritten = ratings.beginReading()
    ratings.finish(id, isWritten: true)
    let written = ratings.beginReading()
    #expect(unwritten.isEmpty && written == [id])
    #expect(ratings.facts(of: id, facts(1))?.rating == 3)
    ratings.endReading()
    #expect(ratings.isEmpty && ratings.facts(of: id, facts(3))?.rating == 3)
  }

  @Test mutating func `a rating that could not be written is no longer shown`() {
    ratings.begin(.reject, of: id)
    #expect(ratings.facts(of: id, nil)?.flag == .rejected)
    ratings.finish(id, isWritten: false)
    #expect(ratings.facts(of: id, facts(2))?.rating == 2)
  }

  @Test mutating func `a rating that begins while another is read back is preserved`() {
    ratings.begin(.stars(3), of: id)
    ratings.finish(id, isWritten: true)
    let written = ratings.beginReading()
    #expect(written == [id])
    ratings.begin(.label(.red), of: id)
    ratings.endReading()
    let shown = ratings.facts(of: id, facts(3))
    #expect(shown?.rating == 3 && shown?.label == "Red")
    #expect(!ratings.isEmpty)
  }

  @Test(arguments: [
    (RatingChange.pick, -1, 0, true), (.pick, 2, 2, true), (.reject, 2, -1, false),
    (.neither, -1, 0, false), (.neither, 4, 4, false), (.stars(0), 4, 0, false),
  ])
  mutating func `a flag adjusts the stars that contradict it`(
    change: RatingChange, before: Int, after: Int, isPicked: Bool
  ) {
    ratings.begin(change, of: id)
    let shown = ratings.facts(of: id, facts(before))
    #expect(shown?.rating == after && shown?.isPicked == isPicked)
  }
}
