import Testing

@testable import RaceDemo

@Suite("What is said of a late answer")
struct LateAnswerTests {
  private func load(_ value: Int, was previous: Int? = nil, at begun: Int) -> RaceLoad {
    RaceLoad(
      cell: 2, number: PhotoNumber(value: value), previous: previous.map(PhotoNumber.init(value:)),
      kind: .reused, begun: .milliseconds(begun))
  }

  private func answer(
    to value: Int, after successors: [RaceLoad], isShownOnRight: Bool = false
  ) -> LateAnswer {
    var late = load(value, at: 0)
    late.replaced = successors[0].begun
    late.answer = RaceLoad.Answer(
      time: .milliseconds(397), isLate: true, isShownOnLeft: true, isShownOnRight: isShownOnRight)
    return LateAnswer(load: late, successors: successors)
  }

  @Test func `a reused cell`() {
    #expect(
      answer(to: 3, after: [load(7, was: 3, at: 182)]).sentences.map(\.words) == [
        "182 ms given to 07 (was 03)",
        "397 ms the answer for 03 comes, 215 ms too late",
        "left shows it, right drops it",
      ])
  }

  @Test func `away and back`() {
    let successors = [load(7, was: 3, at: 182), load(3, was: 7, at: 250)]
    #expect(
      answer(to: 3, after: successors).sentences.map(\.words) == [
        "182 ms given to 07 (was 03)",
        "250 ms given to 03 (was 07)",
        "397 ms the first answer for 03 comes, 215 ms too late",
        "left shows it, right drops it",
        "the same photo: no harm here, but wrong after a resize",
      ])
  }

  @Test func `asked twice`() {
    #expect(
      answer(to: 3, after: [load(3, was: 3, at: 40)]).sentences.first?.words
        == "40 ms asks for 03 again")
  }

  @Test func `without the check both sides show it`() {
    let answer = answer(to: 3, after: [load(7, was: 3, at: 182)], isShownOnRight: true)
    #expect(answer.verdict.words == "left shows it, right shows it")
  }

  @Test func `where room is short the verdict stays to the last`() {
    let answer = answer(to: 3, after: [load(7, was: 3, at: 182), load(3, was: 7, at: 250)])
    #expect(answer.tellings.map(\.count) == [5, 4, 3, 2])
    #expect(answer.tellings.allSatisfy { $0.contains(answer.verdict) })
  }
}
