extension BinaryInteger {
  /// At least `count` digits, for numbers that are not negative.
  package func zeroPadded(to count: Int, radix: Int = 10) -> String {
    let digits = String(self, radix: radix)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}

extension Int {
  /// The quotient rounded toward negative infinity, and a remainder of at least 0; the divisor must be
  /// positive.
  package func quotientAndRemainder(flooringBy divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  /// Parses ASCII digits; nil for anything else.
  ///
  /// The caller limits their number.
  package init?(digits: ArraySlice<UInt8>) {
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    self = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }
}
