/// Nil is not equal to any character.
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

  /// C0 controls and DEL.
  @inlinable package var isControl: Bool { self < 0x20 || self == 0x7F }

  /// The white space of JSON and XML.
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
