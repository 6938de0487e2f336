import Testing

@testable import RaceDemo

@Suite("The description of a late response")
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
    late.answered = .milliseconds(397)
    (late.isShownOnLeft, late.isShownOnRight) = (true, isShownOnRight)
    return LateAnswer(load: late, successors: successors)
  }

  private func sentences(of answer: LateAnswer) -> [String]? {
    answer.accounts.first?.map { $0.joined(separator: " ") }
  }

  @Test func `for a reused cell the new bind, the delay and the verdict are described`() {
    #expect(
      sentences(of: answer(to: 3, after: [load(7, was: 3, at: 182)])) == [
        "182 ms given to 07 (was 03)",
        "397 ms 03 comes, 215 ms too late",
        "left shows it, right drops it",
      ])
  }

  @Test func `for a cell bound away and back both binds and the same photo are described`() {
    let successors = [load(7, was: 3, at: 182), load(3, was: 7, at: 250)]
    #expect(
      sentences(of: answer(to: 3, after: successors)) == [
        "182 ms given to 07 (was 03)",
        "250 ms given to 03 (was 07)",
        "397 ms the first 03 comes, 215 ms too late",
        "left shows it, right drops it",
        "the same photo: no harm here, but wrong after a resize",
      ])
  }

  @Test func `a repeated request for the same photo is described as asking again`() {
    #expect(
      sentences(of: answer(to: 3, after: [load(3, was: 3, at: 40)]))?.first
        == "40 ms asks for 03 again")
  }

  @Test func `without the check the verdict is that both sides show it`() {
    let answer = answer(to: 3, after: [load(7, was: 3, at: 182)], isShownOnRight: true)
    #expect(answer.verdict == ["left shows it,", "right shows it"])
  }

  @Test func `every shortened description contains the verdict`() {
    let answer = answer(to: 3, after: [load(7, was: 3, at: 182), load(3, was: 7, at: 250)])
    #expect(answer.accounts.map(\.count) == [5, 4, 3, 2])
    #expect(answer.accounts.allSatisfy { $0.contains(answer.verdict) })
  }
}
