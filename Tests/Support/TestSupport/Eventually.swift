import Concurrency

/// Waits for something of which there is no event: a child of another process, or a state that a room
/// keeps to itself.
///
/// It looks again every other millisecond and sleeps meanwhile, on a thread that may block. Where there
/// is an event, wait for that: `Watched`, `Recorder`, a `Promise`, `ChangeBell`. When the task is
/// cancelled, as by the time limit of a test, it returns.
/// - Parameters:
///   - clock: What it sleeps by.
///   - condition: What is waited for.
package func eventually(
  by clock: some Clock<Duration> = WorkClock(), _ condition: () async -> Bool
) async {
  while await !condition() {
    guard (try? await clock.sleep(for: .milliseconds(2))) != nil else { return }
  }
}
