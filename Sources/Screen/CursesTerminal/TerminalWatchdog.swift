import CTerminalGuard
import Concurrency

/// The process that gives the terminal back where this one cannot: when it is killed by `SIGKILL`.
///
/// It ends with the session. Where the system has no thread or process to give there is none.
final class TerminalWatchdog {
  private var isStarted = false

  /// Starts it the first time; to be called when a frame has been shown, so that none waits for it.
  func start() {
    guard !isStarted else { return }
    isStarted = true
    guard ctg_prepare_watchdog() == 0 else { return }
    // To start a process takes as long as a frame.
    WorkQueue(label: "watchdog").start { ctg_start_watchdog() }
  }
}
