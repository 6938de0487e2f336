struct XMLTextReader {
  private var bytes: [UInt8] = []

  static func text(from scanner: inout ByteScanner) throws(XMLFault) -> [UInt8] {
    var reader = XMLTextReader()
    try reader.take(from: &scanner) { $0 == "<" }
    return reader.bytes
  }

  /// Takes a quoted value (XML 1.0 section 3.3.3).
  static func value(from scanner: inout ByteScanner) throws(XMLFault) -> [UInt8] {
    guard let quote = scanner.peek, quote == "\"" || quote == "'" else { throw .badAttribute }
    _ = scanner.next()
    var reader = XMLTextReader()
    try reader.take(from: &scanner) { $0 == quote || $0 == "<" }
    guard scanner.take(Unicode.Scalar(quote)) else { throw .badAttribute }
    return reader.bytes.map { $0.isSpace ? 0x20 : $0 }
  }

  /// Takes the rest of a CDATA section after its start.
  static func characterData(from scanner: inout ByteScanner) throws(XMLFault) -> ArraySlice<UInt8> {
    guard let data = scanner.take(upTo: "]]>") else { throw .earlyEnd }
    guard data.allSatisfy(isAllowed) else { throw .control }
    return data
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte >= 0x20 || byte.isSpace
  }

  private mutating func take(
    from scanner: inout ByteScanner, upTo isEnd: (UInt8) -> Bool
  ) throws(XMLFault) {
    while let byte = scanner.peek, !isEnd(byte) {
      guard Self.isAllowed(byte) else { throw .control }
      if byte == "&" {
        takeReference(from: &scanner)
      } else {
        let start = scanner.offset
        scanner.skip { Self.isAllowed($0) && $0 != "&" && !isEnd($0) }
        bytes += scanner.slice(from: start)
      }
    }
  }

  /// XML forbids ampersands without a reference, but they are frequent in feeds, so they are kept.
  private mutating func takeReference(from scanner: inout ByteScanner) {
    _ = scanner.next()
    guard let scalar = CharacterReference.take(from: &scanner) else {
      return bytes.append(UInt8(ascii: "&"))
    }
    bytes += Array(String(scalar).utf8)
  }
}
