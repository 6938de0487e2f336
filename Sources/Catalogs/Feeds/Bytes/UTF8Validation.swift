/// Where bytes stop being UTF-8: RFC 3629 section 4.
enum UTF8Validation {
  /// The offset of the first sequence that is not UTF-8; nil where everything is.
  static func firstFault(in bytes: [UInt8]) -> Int? {
    var offset = 0
    while offset < bytes.count {
      let length = lengthOfSequence(at: offset, in: bytes)
      guard length > 0 else { return offset }
      offset += length
    }
    return nil
  }

  /// The length of the sequence in bytes; zero where it is none.
  private static func lengthOfSequence(at offset: Int, in bytes: [UInt8]) -> Int {
    let first = bytes[offset]
    if first < 0x80 { return 1 }
    guard let (length, second) = form(of: first), offset + length <= bytes.count,
      second.contains(bytes[offset + 1]),
      bytes[(offset + 1)..<(offset + length)].allSatisfy({ $0 & 0xC0 == 0x80 })
    else { return 0 }
    return length
  }

  /// How long a sequence is that begins with a byte, and what its second byte may be: this shuts out
  /// overlong forms, surrogates and what is beyond U+10FFFF.
  private static func form(of first: UInt8) -> (length: Int, second: ClosedRange<UInt8>)? {
    switch first {
    case 0xC2...0xDF: (2, 0x80...0xBF)
    case 0xE0: (3, 0xA0...0xBF)
    case 0xED: (3, 0x80...0x9F)
    case 0xE1...0xEF: (3, 0x80...0xBF)
    case 0xF0: (4, 0x90...0xBF)
    case 0xF1...0xF3: (4, 0x80...0xBF)
    case 0xF4: (4, 0x80...0x8F)
    default: nil
    }
  }
}
