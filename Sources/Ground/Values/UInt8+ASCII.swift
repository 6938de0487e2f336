/// Whether a byte is an ASCII character; nil is none.
@inlinable package func == (byte: UInt8?, character: Unicode.Scalar) -> Bool {
  byte.map(UInt32.init) == character.value
}

/// Whether a byte is not an ASCII character; nil is none.
@inlinable package func != (byte: UInt8?, character: Unicode.Scalar) -> Bool {
  !(byte == character)
}

/// Lets a `switch` over bytes name ASCII characters.
@inlinable package func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool {
  byte == character
}

extension UInt8 {
  /// `0` to `9`.
  @inlinable package var isDigit: Bool { self &- 0x30 < 10 }

  /// `A` to `Z` and `a` to `z`.
  @inlinable package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// C0 controls and DEL.
  @inlinable package var isControl: Bool { self < 0x20 || self == 0x7F }

  /// Space, tab, line feed and carriage return: the white space of JSON and XML.
  @inlinable package var isSpace: Bool {
    self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D
  }

  /// The same letter in lower case; other bytes as they are.
  @inlinable package var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

  /// The value of a hexadecimal digit in either case, from 0 to 15.
  @inlinable package var hexValue: UInt8? {
    if isDigit { return self &- 0x30 }
    let value = lowercased &- 0x61
    return value < 6 ? value &+ 10 : nil
  }
}
