/// How fast virtual time passes.
struct RaceSpeed: Hashable {
  /// Doublings of the real time; negative where virtual time is slower.
  private var exponent = -2

  private static let exponents = -5...4
  /// The longest wait for one event, so that a rest of the story is short.
  private static let longestWait = Duration.milliseconds(1500)

  mutating func change(by step: Int) {
    let bounds = Self.exponents
    exponent = min(max(bounds.lowerBound, exponent + step), bounds.upperBound)
  }

  /// How long a span of virtual time takes.
  func wait(for span: Duration) -> Duration {
    min(Self.longestWait, exponent < 0 ? span * (1 << -exponent) : span / (1 << exponent))
  }

  /// How many pictures there are of a scroll: none where the story would have to wait for them.
  var slideSteps: Int { exponent < -1 ? 8 : exponent < 1 ? 4 : 0 }
}

extension RaceSpeed: CustomStringConvertible {
  /// The speed against real time: `1/4`.
  var description: String {
    exponent < 0 ? "1/\(1 << -exponent)" : "\(1 << exponent)"
  }
}
