import ImagePipeline
import Testing

@Suite struct DeadlineTests {
  /// Whether a deadline of five seconds is over at each of the moments.
  private func answers(after moments: [Duration]) -> [Bool] {
    let start = ContinuousClock.now
    var deadline = Deadline(in: .seconds(5), from: start)
    return moments.map { deadline.isOver(at: start + $0) }
  }

  @Test func `a deadline is over at its end and not before`() {
    let moments: [Duration] = [.zero, .milliseconds(4999), .seconds(5), .milliseconds(5900)]
    #expect(answers(after: moments) == [false, false, true, true])
  }

  @Test func `a deadline starts again after the process was stopped`() {
    let moments: [Duration] = [.seconds(60), .milliseconds(64_999), .seconds(65)]
    #expect(answers(after: moments) == [false, false, true])
  }

  @Test func `the time left is that until the deadline`() {
    let start = ContinuousClock.now
    let deadline = Deadline(in: .seconds(5), from: start)
    #expect(deadline.left(at: start + .seconds(2)) == .seconds(3))
  }
}
