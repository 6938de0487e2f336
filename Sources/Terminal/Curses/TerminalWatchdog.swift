import Base
import CTerminalGuard

/// A process that restores the terminal if this one is killed by `SIGKILL`.
///
/// It ends with the session. If no thread or process can be started, there is none.
@MainActor
final class TerminalWatchdog {
  private var isStarted = false

  /// Call after a frame has been shown, so that none is delayed.
  func start() {
    guard !isStarted else { return }
    isStarted = true
    guard ctg_prepare_watchdog() == 0 else { return }
    // Starting a process takes as long as a frame.
    WorkQueue(label: "watchdog").start { ctg_start_watchdog() }
  }
}
