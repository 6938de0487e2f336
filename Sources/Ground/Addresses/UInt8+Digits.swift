extension UInt8 {
  /// `0` to `9`.
  var isDigit: Bool { self &- 0x30 < 10 }

  /// Whether it is a hexadecimal digit in either case.
  var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
}
