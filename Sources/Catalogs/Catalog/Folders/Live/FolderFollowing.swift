package import Base

/// How shown folders are watched for changes; also the clock for polling.
package struct FolderFollowing: Sendable {
  let watch: @Sendable (@escaping @Sendable ([DirectoryEvent]) -> Void) -> any FolderWatching
  /// Sleeps, or returns early if the task is cancelled.
  let pause: @Sendable (Duration) async -> Void
  let stopwatch: Stopwatch
  let log: Log

  package init(clock: some Clock<Duration>, log: Log = .none) {
    self.init(clock: clock, log: log) { KernelFolderWatch($0) }
  }

  init(
    clock: some Clock<Duration>, log: Log = .none,
    watch:
      @escaping @Sendable (@escaping @Sendable ([DirectoryEvent]) -> Void)
      -> any FolderWatching
  ) {
    self.watch = watch
    self.log = log
    pause = { try? await clock.sleep(for: $0) }
    stopwatch = Stopwatch(clock)
  }
}
