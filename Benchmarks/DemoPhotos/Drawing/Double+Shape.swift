/// The curves that everything is drawn with.
///
/// They are made of exact operations only. The sine and the exponential of the C library differ in
/// their last bits from one machine to the next, and with them the bytes of a picture would.
extension Double {
  /// The number, cut off below zero and above one.
  var clamped: Double { Swift.min(1, Swift.max(0, self)) }

  /// Rises smoothly from zero where the number is `start` to one where it is `end`.
  func ramp(_ start: Double, _ end: Double) -> Double {
    let share = ((self - start) / (end - start)).clamped
    return share * share * (3 - 2 * share)
  }

  /// A wave between -1 and 1 that repeats with every whole number, made of parabolas.
  var wave: Double {
    let turn = self - rounded(.down)
    return turn < 0.5 ? 16 * turn * (0.5 - turn) : -16 * (turn - 0.5) * (1 - turn)
  }

  /// A hump that is one at zero and falls off without ever ending; a half at about two thirds.
  var falloff: Double {
    let spread = 1 + self * self
    return 1 / (spread * spread)
  }

  /// The number on the way to another: itself at zero, the other at one.
  func mixed(with other: Double, _ share: Double) -> Double {
    self + (other - self) * share
  }
}
