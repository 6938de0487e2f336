import Base
import ImagePipeline
import TestSupport
import Testing

@Suite("ProgressThrottle")
struct ProgressThrottleTests {
  private let clock = ManualClock()

  /// Notes that a load has received so many bytes; returns the progress to report, by load.
  private func note(
    _ throttle: ProgressThrottle<String>, _ load: Int, _ received: Int, awaiting host: String? = nil
  ) -> [String: Int] {
    let progress = LoadProgress(received: received, expected: nil, awaitedHost: host)
    let due = throttle.note(progress, of: ["a", "b"][load - 1], id: load)
    return Dictionary(uniqueKeysWithValues: due.map { ($0.load, $0.progress.received) })
  }

  @Test func `progress of all loads is reported together, each with its latest value`() {
    let throttle = ProgressThrottle<String>(Stopwatch(clock))
    #expect(note(throttle, 1, 1).isEmpty)
    clock.advance(by: .milliseconds(100))
    #expect(note(throttle, 2, 1).isEmpty)
    #expect(note(throttle, 1, 2).isEmpty)
    clock.advance(by: .milliseconds(150))
    #expect(note(throttle, 2, 2) == ["a": 2, "b": 2])
    #expect(note(throttle, 2, 3).isEmpty)
    clock.advance(by: .milliseconds(250))
    #expect(note(throttle, 2, 4) == ["b": 4])
  }

  @Test func `waiting for a host is reported at once`() {
    let throttle = ProgressThrottle<String>(Stopwatch(clock))
    #expect(note(throttle, 2, 1).isEmpty)
    #expect(note(throttle, 1, 0, awaiting: "a.org") == ["a": 0, "b": 1])
  }

  @Test func `progress of an ended load is not reported`() {
    let throttle = ProgressThrottle<String>(Stopwatch(clock))
    _ = note(throttle, 1, 1)
    _ = note(throttle, 2, 1)
    throttle.forget(load: 1)
    clock.advance(by: .milliseconds(250))
    #expect(note(throttle, 2, 2) == ["b": 2])
  }

  @Test func `after a rest the first progress is delayed as at the start`() {
    let throttle = ProgressThrottle<String>(Stopwatch(clock))
    _ = note(throttle, 1, 1)
    throttle.forget(load: 1)
    clock.advance(by: .seconds(10))
    #expect(note(throttle, 2, 1).isEmpty)
  }
}
