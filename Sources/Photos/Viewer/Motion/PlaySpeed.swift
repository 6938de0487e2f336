/// Playing speed: 1/8 to 8 times the file's, in powers of two.
package struct PlaySpeed: Hashable, Sendable {
  package static let normal = PlaySpeed(exponent: 0)

  private static let exponents = -3...3

  private let exponent: Int

  private init(exponent: Int) {
    self.exponent = min(max(exponent, Self.exponents.lowerBound), Self.exponents.upperBound)
  }

  /// Negative for slower; limited to the range.
  package func stepped(by count: Int) -> PlaySpeed {
    PlaySpeed(exponent: exponent + min(max(-8, count), 8))
  }

  func scaled(_ duration: Duration) -> Duration {
    exponent >= 0 ? duration / (1 << exponent) : duration * (1 << -exponent)
  }
}

extension PlaySpeed: CustomStringConvertible {
  package var description: String {
    exponent >= 0 ? "\(1 << exponent)x" : "1/\(1 << -exponent)x"
  }
}
