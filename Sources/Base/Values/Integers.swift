extension BinaryInteger {
  /// The number with zeros before it, so that it has at least so many digits; not for negative ones.
  package func zeroPadded(to count: Int, radix: Int = 10) -> String {
    let digits = String(self, radix: radix)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}

extension Int {
  /// The quotient rounded down, and a remainder that is never negative, for a positive divisor.
  package func quotientAndRemainder(flooringBy divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  /// Reads a number that is written in digits alone, few enough of them; nil for anything else.
  package init?(digits: ArraySlice<UInt8>) {
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    self = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }
}
