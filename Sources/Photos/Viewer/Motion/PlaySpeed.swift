/// How quickly a moving picture is played: an eighth of what its file says to eight times that, in steps of
/// two.
package struct PlaySpeed: Hashable, Sendable {
  /// As the file says.
  package static let normal = PlaySpeed(exponent: 0)

  private static let exponents = -3...3

  private let exponent: Int

  private init(exponent: Int) {
    self.exponent = min(max(exponent, Self.exponents.lowerBound), Self.exponents.upperBound)
  }

  /// The speed some steps faster, or with a negative number slower; the last where there are no more.
  package func stepped(by count: Int) -> PlaySpeed {
    PlaySpeed(exponent: exponent + min(max(-8, count), 8))
  }

  /// How long something takes at this speed that the file says a time of.
  func scaled(_ duration: Duration) -> Duration {
    exponent >= 0 ? duration / (1 << exponent) : duration * (1 << -exponent)
  }
}

extension PlaySpeed: CustomStringConvertible {
  /// `2x`, `1/4x`.
  package var description: String {
    exponent >= 0 ? "\(1 << exponent)x" : "1/\(1 << -exponent)x"
  }
}
