import Values

/// References to characters by number, or by a name that XML or HTML 4 gives them.
enum CharacterReference {
  /// Takes what follows an ampersand, up to the semicolon; nil, with nothing taken, where it stands
  /// for no character.
  static func take(from scanner: inout ByteScanner) -> Unicode.Scalar? {
    let start = scanner
    if let scalar = scalar(named: takeName(from: &scanner)), scanner.take(";") { return scalar }
    scanner = start
    return nil
  }

  /// Takes what follows an ampersand in the value of an HTML attribute, where the oldest names need no
  /// semicolon unless a letter, a digit or an equals sign follows: HTML section 13.2.5.73.
  static func take(fromAttribute scanner: inout ByteScanner) -> Unicode.Scalar? {
    if let scalar = take(from: &scanner) { return scalar }
    let start = scanner
    let name = takeName(from: &scanner)
    if CharacterNames.oldest.contains(name), scanner.peek != "=" { return scalar(named: name) }
    scanner = start
    return nil
  }

  private static func takeName(from scanner: inout ByteScanner) -> String {
    let start = scanner.offset
    scanner.skip { $0.isLetter || $0.isDigit || $0 == "#" }
    return String(decoding: scanner.slice(from: start).prefix(12), as: UTF8.self)
  }

  private static func scalar(named name: String) -> Unicode.Scalar? {
    name.hasPrefix("#") ? numbered(name.dropFirst()) : CharacterNames.scalars[name]
  }

  private static func numbered(_ number: Substring) -> Unicode.Scalar? {
    let isHexadecimal = number.hasPrefix("x") || number.hasPrefix("X")
    let value = UInt32(isHexadecimal ? number.dropFirst() : number, radix: isHexadecimal ? 16 : 10)
    guard let scalar = value.flatMap(Unicode.Scalar.init), isAllowed(scalar) else { return nil }
    // C1 controls are meant as Windows-1252 has them: HTML section 13.2.5.80.
    return UInt8(exactly: scalar.value).map(TextEncoding.windowsScalar) ?? scalar
  }

  /// Whether a document may hold a character: XML 1.0 section 2.2.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}
