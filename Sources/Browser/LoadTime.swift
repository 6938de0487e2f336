/// A span of time as people read it: milliseconds with one decimal, seconds from one second on.
struct LoadTime: CustomStringConvertible {
  private let duration: Duration

  init(_ duration: Duration) {
    self.duration = duration
  }

  var description: String {
    let milliseconds = duration / .milliseconds(1)
    return milliseconds < 999.95 ? "\(tenths(milliseconds)) ms" : "\(tenths(milliseconds / 1000)) s"
  }

  private func tenths(_ value: Double) -> String {
    let count = Int((value * 10).rounded())
    return "\(count / 10).\(count % 10)"
  }
}
