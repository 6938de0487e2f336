import Base

/// Parses quoted strings (RFC 8259 section 7).
struct JSONTextReader {
  private var bytes: [UInt8] = []

  /// Consumes a string with its quotes from valid UTF-8.
  static func take(from scanner: inout ByteScanner) throws(JSONFault) -> String {
    _ = scanner.next()
    let start = scanner.offset
    scanner.skip(while: isPlain)
    guard scanner.peek != "\"" else {
      defer { _ = scanner.next() }
      return String(decoding: scanner.slice(from: start), as: UTF8.self)
    }
    var reader = JSONTextReader()
    reader.bytes += scanner.slice(from: start)
    try reader.takeRest(from: &scanner)
    return String(decoding: reader.bytes, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x22 && byte != 0x5C
  }

  private mutating func takeRest(from scanner: inout ByteScanner) throws(JSONFault) {
    while !scanner.take("\"") {
      guard scanner.take("\\") else { throw .control }
      try takeEscape(from: &scanner)
      let start = scanner.offset
      scanner.skip(while: Self.isPlain)
      bytes += scanner.slice(from: start)
    }
  }

  private mutating func takeEscape(from scanner: inout ByteScanner) throws(JSONFault) {
    switch scanner.peek ?? 0 {
    case "\"", "\\", "/": bytes.append(scanner.peek ?? 0)
    case "b": bytes.append(0x08)
    case "f": bytes.append(0x0C)
    case "n": bytes.append(0x0A)
    case "r": bytes.append(0x0D)
    case "t": bytes.append(0x09)
    case "u":
      _ = scanner.next()
      return try takeCodePoint(from: &scanner)
    default: throw .badEscape
    }
    _ = scanner.next()
  }

  /// Consumes four hex digits, and the low surrogate after a high one.
  ///
  /// A lone surrogate becomes U+FFFD.
  private mutating func takeCodePoint(from scanner: inout ByteScanner) throws(JSONFault) {
    let unit = try Self.takeUnit(from: &scanner)
    let beforeSecond = scanner
    if 0xD800..<0xDC00 ~= unit, scanner.take(all: "\\u") {
      let second = try Self.takeUnit(from: &scanner)
      if 0xDC00..<0xE000 ~= second {
        return append(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00))
      }
      scanner = beforeSecond
    }
    append(unit)
  }

  private mutating func append(_ codePoint: UInt32) {
    bytes += Array(String(Unicode.Scalar(codePoint) ?? "\u{FFFD}").utf8)
  }

  private static func takeUnit(from scanner: inout ByteScanner) throws(JSONFault) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = scanner.peek?.hexValue else { throw .badEscape }
      unit = unit << 4 | UInt32(digit)
      _ = scanner.next()
    }
    return unit
  }
}
