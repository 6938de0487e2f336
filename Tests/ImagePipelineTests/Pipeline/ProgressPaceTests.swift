import Base
import TestSupport
import Testing

@testable import ImagePipeline

@Suite("The pace at which loads say how far they are")
struct ProgressPaceTests {
  private let clock = ManualClock()

  /// Notes that a load has received so many bytes; what is to be said then, by the loads' names.
  private func note(
    _ pace: ProgressPace<String>, _ load: Int, _ received: Int, awaiting host: String? = nil
  ) -> [String: Int] {
    let progress = LoadProgress(received: received, expected: nil, awaitedHost: host)
    let due = pace.note(progress, of: ["a", "b"][load - 1], id: load)
    return Dictionary(uniqueKeysWithValues: due.map { ($0.load, $0.progress.received) })
  }

  @Test func `all loads are told together, and each as far as it is by then`() {
    let pace = ProgressPace<String>(Stopwatch(clock))
    #expect(note(pace, 1, 1).isEmpty)
    clock.advance(by: .milliseconds(100))
    #expect(note(pace, 2, 1).isEmpty)
    #expect(note(pace, 1, 2).isEmpty)
    clock.advance(by: .milliseconds(150))
    #expect(note(pace, 2, 2) == ["a": 2, "b": 2])
    #expect(note(pace, 2, 3).isEmpty)
    clock.advance(by: .milliseconds(250))
    #expect(note(pace, 2, 4) == ["b": 4])
  }

  @Test func `that a host is awaited is said at once`() {
    let pace = ProgressPace<String>(Stopwatch(clock))
    #expect(note(pace, 2, 1).isEmpty)
    #expect(note(pace, 1, 0, awaiting: "a.org") == ["a": 0, "b": 1])
  }

  @Test func `a load that has ended is not spoken of`() {
    let pace = ProgressPace<String>(Stopwatch(clock))
    _ = note(pace, 1, 1)
    _ = note(pace, 2, 1)
    pace.forget(load: 1)
    clock.advance(by: .milliseconds(250))
    #expect(note(pace, 2, 2) == ["b": 2])
  }

  @Test func `after a rest the first word waits as it did in the beginning`() {
    let pace = ProgressPace<String>(Stopwatch(clock))
    _ = note(pace, 1, 1)
    pace.forget(load: 1)
    clock.advance(by: .seconds(10))
    #expect(note(pace, 2, 1).isEmpty)
  }
}
