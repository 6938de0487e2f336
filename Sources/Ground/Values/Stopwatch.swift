/// Measures spans of time on a clock whose type does not matter.
package struct Stopwatch: Sendable {
  private let begin: @Sendable () -> @Sendable () -> Duration

  /// Takes the clock to measure on.
  package init(_ clock: some Clock<Duration>) {
    begin = {
      let started = clock.now
      return { started.duration(to: clock.now) }
    }
  }

  /// Begins to measure; what it returns tells how long ago that was.
  package func start() -> @Sendable () -> Duration {
    begin()
  }
}
