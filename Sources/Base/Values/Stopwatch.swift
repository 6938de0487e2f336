/// Measures durations on a type-erased clock.
package struct Stopwatch: Sendable {
  private let begin: @Sendable () -> @Sendable () -> Duration

  package init(_ clock: some Clock<Duration>) {
    begin = {
      let started = clock.now
      return { started.duration(to: clock.now) }
    }
  }

  /// Returns a function that returns the elapsed time.
  package func start() -> @Sendable () -> Duration {
    begin()
  }
}
