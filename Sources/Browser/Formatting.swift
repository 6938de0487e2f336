nonisolated extension Duration {
  /// Milliseconds with one decimal, from one second on seconds.
  package var shortText: String {
    let milliseconds = self / .milliseconds(1)
    let (value, unit) = milliseconds < 999.95 ? (milliseconds, "ms") : (milliseconds / 1000, "s")
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(unit)"
  }

  /// Whole seconds, rounded up, in at most two units.
  package var wholeText: String {
    let seconds = Int((self / .seconds(1)).rounded(.up))
    return switch seconds {
    case ..<60: "\(seconds) s"
    case ..<3600: "\(seconds / 60) min \(seconds % 60) s"
    case ..<86_400: "\(seconds / 3600) h \(seconds / 60 % 60) min"
    default: "\(seconds / 86_400) d \(seconds / 3600 % 24) h"
    }
  }
}
