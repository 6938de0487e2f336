import Testing

@testable import ImagePipeline

@Suite struct DeadlineTests {
  /// What a deadline of five seconds says at one moment after another.
  private func answers(after moments: [Duration]) -> [Bool] {
    let start = ContinuousClock.now
    var deadline = Deadline(in: .seconds(5), from: start)
    return moments.map { deadline.isOver(at: start + $0) }
  }

  @Test func `the time is over at its end, and not before`() {
    let moments: [Duration] = [.zero, .milliseconds(4999), .seconds(5), .milliseconds(5900)]
    #expect(answers(after: moments) == [false, false, true, true])
  }

  @Test func `who has been stopped meanwhile waits as long again`() {
    let moments: [Duration] = [.seconds(60), .milliseconds(64_999), .seconds(65)]
    #expect(answers(after: moments) == [false, false, true])
  }

  @Test func `what is left goes down to the end`() {
    let start = ContinuousClock.now
    let deadline = Deadline(in: .seconds(5), from: start)
    #expect(deadline.left(at: start + .seconds(2)) == .seconds(3))
  }
}
