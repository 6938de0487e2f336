struct RaceSpeed: Hashable {
  /// Power of two of real time; negative is slower.
  private var exponent = -2

  private static let exponents = -5...4
  /// Longest wait for one event, to skip idle parts.
  private static let longestWait = Duration.milliseconds(1500)

  mutating func change(by step: Int) {
    let bounds = Self.exponents
    exponent = min(max(bounds.lowerBound, exponent + step), bounds.upperBound)
  }

  func wait(for span: Duration) -> Duration {
    min(Self.longestWait, exponent < 0 ? span * (1 << -exponent) : span / (1 << exponent))
  }

  /// Frames of a scroll animation; none if that would delay the story.
  var slideSteps: Int { exponent < -1 ? 8 : exponent < 1 ? 4 : 0 }
}

extension RaceSpeed: CustomStringConvertible {
  var description: String {
    exponent < 0 ? "1/\(1 << -exponent)" : "\(1 << exponent)"
  }
}
