/// A span of time as people read it: milliseconds with one decimal, seconds from one second on.
package struct LoadTime: CustomStringConvertible {
  private let duration: Duration

  /// Formats a span of time.
  package init(_ duration: Duration) {
    self.duration = duration
  }

  /// The time with one decimal and its unit: `0.3 ms`.
  package var description: String {
    let milliseconds = duration / .milliseconds(1)
    return milliseconds < 999.95 ? "\(tenths(milliseconds)) ms" : "\(tenths(milliseconds / 1000)) s"
  }

  private func tenths(_ value: Double) -> String {
    let count = Int((value * 10).rounded())
    return "\(count / 10).\(count % 10)"
  }
}

/// A span of time that passes, as people read it: whole seconds, rounded up, in at most two units.
struct TimeLeft: CustomStringConvertible {
  private let duration: Duration

  init(_ duration: Duration) {
    self.duration = duration
  }

  var description: String {
    let seconds = Int((duration / .seconds(1)).rounded(.up))
    return switch seconds {
    case ..<60: "\(seconds) s"
    case ..<3600: "\(seconds / 60) min \(seconds % 60) s"
    case ..<86_400: "\(seconds / 3600) h \(seconds / 60 % 60) min"
    default: "\(seconds / 86_400) d \(seconds / 3600 % 24) h"
    }
  }
}
