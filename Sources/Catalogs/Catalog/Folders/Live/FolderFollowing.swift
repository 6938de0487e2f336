package import Logging
internal import System
internal import Values

/// How folders are followed while they are shown: what tells of their changes, and who waits between two
/// looks.
package struct FolderFollowing: Sendable {
  /// Makes what watches folders, and calls a function with what has happened there.
  let watch: @Sendable (@escaping @Sendable ([DirectoryEvent]) -> Void) -> any FolderWatching
  /// Waits for a time, or until the task is cancelled.
  let pause: @Sendable (Duration) async -> Void
  let stopwatch: Stopwatch
  /// Hears when what happened has been lost.
  let log: Log

  /// Follows folders by the kernel's word, where that is to be had.
  /// - Parameters:
  ///   - clock: What measures the time between two looks.
  ///   - log: Hears when what happened has been lost.
  package init(clock: some Clock<Duration>, log: Log = .none) {
    self.init(clock: clock, log: log) { KernelFolderWatch($0) }
  }

  /// Follows folders by another's word.
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
