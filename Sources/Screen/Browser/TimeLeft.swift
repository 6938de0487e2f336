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
