/// A duration for display: milliseconds with one decimal, from one second on seconds.
package struct LoadTime: CustomStringConvertible {
  private let duration: Duration

  package init(_ duration: Duration) {
    self.duration = duration
  }

  package var description: String {
    let milliseconds = duration / .milliseconds(1)
    return milliseconds < 999.95 ? "\(tenths(milliseconds)) ms" : "\(tenths(milliseconds / 1000)) s"
  }

  private func tenths(_ value: Double) -> String {
    let count = Int((value * 10).rounded())
    return "\(count / 10).\(count % 10)"
  }
}

/// A remaining time for display: whole seconds, rounded up, in at most two units.
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
