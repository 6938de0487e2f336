import Base

/// Polls for a condition without an event, such as the state of another process.
///
/// Checks every two milliseconds until the task is cancelled, for example by a time limit. Prefer
/// an event if there is one: `Watched`, `Recorder`, `Promise` or `ChangeBell`.
package func eventually(
  by clock: some Clock<Duration> = WorkClock(), _ condition: () async -> Bool
) async {
  while await !condition() {
    guard (try? await clock.sleep(for: .milliseconds(2))) != nil else { return }
  }
}
