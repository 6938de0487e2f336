import Base
import TestSupport
import Testing

@Suite("WorkClock", .integration, .timeLimit(.minutes(30)))
struct WorkClockTests {
  @Test func `a sleep ends at its deadline and not before`() async throws {
    let clock = WorkClock()
    let deadline = clock.now.advanced(by: .milliseconds(5))
    try await clock.sleep(until: deadline, tolerance: nil)
    #expect(clock.now >= deadline)
    try await clock.sleep(until: deadline, tolerance: nil)
  }

  @Test func `a cancelled sleep ends at once`() async {
    let clock = WorkClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(3_600)) }
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }
}
