import TestSupport
import Testing
import Values

@testable import Pipeline

@Suite("The pace at which loads say how far they are")
struct ProgressPaceTests {
  private let clock = ManualClock()

  private func entry(_ name: String, _ received: Int) -> ProgressPace.Entry {
    ProgressPace.Entry(
      request: ImageRequest(name), progress: LoadProgress(received: received, expected: nil))
  }

  @Test func `all loads are told together, and each as far as it is by then`() {
    let pace = ProgressPace(Stopwatch(clock))
    #expect(pace.note(entry("a", 1), ofLoad: 1).isEmpty)
    clock.advance(by: .milliseconds(100))
    #expect(pace.note(entry("b", 1), ofLoad: 2).isEmpty)
    #expect(pace.note(entry("a", 2), ofLoad: 1).isEmpty)
    clock.advance(by: .milliseconds(150))
    #expect(pace.note(entry("b", 2), ofLoad: 2) == [1: entry("a", 2), 2: entry("b", 2)])
    #expect(pace.note(entry("b", 3), ofLoad: 2).isEmpty)
    clock.advance(by: .milliseconds(250))
    #expect(pace.note(entry("b", 4), ofLoad: 2) == [2: entry("b", 4)])
  }

  @Test func `that a host is awaited is said at once`() {
    let pace = ProgressPace(Stopwatch(clock))
    let waiting = ProgressPace.Entry(
      request: ImageRequest("a"),
      progress: LoadProgress(received: 0, expected: nil, awaitedHost: "a.org"))
    #expect(pace.note(entry("b", 1), ofLoad: 2).isEmpty)
    #expect(pace.note(waiting, ofLoad: 1) == [1: waiting, 2: entry("b", 1)])
  }

  @Test func `a load that has ended is not spoken of`() {
    let pace = ProgressPace(Stopwatch(clock))
    _ = pace.note(entry("a", 1), ofLoad: 1)
    _ = pace.note(entry("b", 1), ofLoad: 2)
    pace.forget(load: 1)
    clock.advance(by: .milliseconds(250))
    #expect(pace.note(entry("b", 2), ofLoad: 2) == [2: entry("b", 2)])
  }

  @Test func `after a rest the first word waits as it did in the beginning`() {
    let pace = ProgressPace(Stopwatch(clock))
    _ = pace.note(entry("a", 1), ofLoad: 1)
    pace.forget(load: 1)
    clock.advance(by: .seconds(10))
    #expect(pace.note(entry("b", 1), ofLoad: 2).isEmpty)
  }
}
