import Base
import Glibc

/// A line of standard error that is replaced at most five times a second.
struct ProgressLine {
  private static let pause = Duration.milliseconds(200)
  private static let clearing = "\r\u{1B}[K"

  let elapsed: () -> Duration
  let isSeen: Bool
  private var shownAt: Duration?

  init(elapsed: @escaping () -> Duration, isSeen: Bool) {
    (self.elapsed, self.isSeen) = (elapsed, isSeen)
  }

  init(isQuiet: Bool) {
    self.init(
      elapsed: Stopwatch(.continuous).start(), isSeen: !isQuiet && isatty(STDERR_FILENO) == 1)
  }

  mutating func show(_ text: @autoclosure () -> String) {
    let now = elapsed()
    guard isSeen, shownAt.map({ now - $0 >= Self.pause }) ?? true else { return }
    shownAt = now
    StandardError.write(report: Self.clearing + text())
  }

  func clear() {
    if isSeen { StandardError.write(report: Self.clearing) }
  }
}
