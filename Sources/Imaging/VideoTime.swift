import Base

package enum VideoTime {
  package static let mostSeconds = Int(Int32.max) / 1000

  /// In milliseconds.
  package static func isValid(_ duration: Int?) -> Bool {
    duration.map { (1...Int(Int32.max)).contains($0) } ?? true
  }

  /// Rounded to seconds, at least one: `0:12`, `1:02:03`.
  package static func text(milliseconds: Int) -> String {
    let seconds = max(1, (milliseconds + 500) / 1000)
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let end = (seconds % 60).zeroPadded(to: 2)
    return hours == 0 ? "\(minutes):\(end)" : "\(hours):\(minutes.zeroPadded(to: 2)):\(end)"
  }
}
