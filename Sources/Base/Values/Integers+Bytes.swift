extension BinaryInteger {
  /// At least `count` digits, for numbers that are not negative.
  package func zeroPadded(to count: Int, radix: Int = 10) -> String {
    let digits = String(self, radix: radix)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}

extension Int {
  /// The quotient rounded down and a remainder of at least 0, for a positive divisor.
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

extension BidirectionalCollection<UInt8> {
  package var trimmed: SubSequence {
    let end = lastIndex { !$0.isSpace }.map(index(after:)) ?? startIndex
    return self[..<end].drop(while: \.isSpace)
  }
}

extension [UInt8] {
  /// Two lowercase hexadecimal digits for each byte.
  package var hexDigits: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

@inlinable package func == (byte: UInt8?, character: Unicode.Scalar) -> Bool {
  byte.map(UInt32.init) == character.value
}

@inlinable package func != (byte: UInt8?, character: Unicode.Scalar) -> Bool {
  !(byte == character)
}

@inlinable package func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool { byte == character }

extension UInt8 {
  @inlinable package var isDigit: Bool { self &- 0x30 < 10 }

  @inlinable package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

  @inlinable package var isControl: Bool { self < 0x20 || self == 0x7F }

  @inlinable package var isSpace: Bool {
    self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D
  }

  @inlinable package var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

  @inlinable package var hexValue: UInt8? {
    if isDigit { return self &- 0x30 }
    let value = lowercased &- 0x61
    return value < 6 ? value &+ 10 : nil
  }
}
