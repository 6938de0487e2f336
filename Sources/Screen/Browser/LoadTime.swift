/// A span of time as people read it: milliseconds with one decimal, seconds from one second on.
package struct LoadTime: CustomStringConvertible {
  private let duration: Duration

  /// Takes a span of time.
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
