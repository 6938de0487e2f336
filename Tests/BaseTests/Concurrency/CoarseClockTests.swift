import TestSupport
import Testing

@testable import Base

@Suite("CoarseClock", .integration, .timeLimit(.minutes(30)))
struct CoarseClockTests {
  private let clock = CoarseClock()

  @Test func `the clock advances, and by no more than the exact clock`() async throws {
    let exact = ContinuousClock()
    // The exact clock is read around the other, so that no pause between two readings counts.
    let start = (exact: exact.now, coarse: clock.now)
    try await clock.sleep(until: start.coarse.advanced(by: .nanoseconds(1)), tolerance: nil)
    let passed = start.coarse.duration(to: clock.now)
    #expect(passed > .zero)
    #expect(passed <= start.exact.duration(to: exact.now) + clock.minimumResolution * 2)
  }

  @Test(arguments: [Duration.nanoseconds(1), .milliseconds(-7), .seconds(86_400)])
  func `an instant advanced by a duration is that duration apart`(duration: Duration) {
    let now = clock.now
    let later = now.advanced(by: duration)
    #expect(now.duration(to: later) == duration)
    #expect((now < later) == (duration > .zero))
  }

  @Test(arguments: [0, 10_413_792_000, 253_402_300_799, .max / 2] as [Int64])
  func `instants of any year can be computed with`(seconds: Int64) {
    let moment = CoarseClock.Instant(offset: .seconds(seconds))
    let later = moment.advanced(by: .seconds(600) + .nanoseconds(1))
    #expect(moment < later)
    #expect(moment.duration(to: later) == .seconds(600) + .nanoseconds(1))
    #expect(later.duration(to: moment) == .seconds(-600) - .nanoseconds(1))
  }

  @Test func `a sleep ends when the clock reaches the deadline`() async throws {
    let deadline = clock.now.advanced(by: .milliseconds(5))
    try await clock.sleep(until: deadline, tolerance: nil)
    #expect(clock.now >= deadline)
  }
}
