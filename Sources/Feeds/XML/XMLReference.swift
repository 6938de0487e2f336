/// The references that need no definition: XML 1.0 sections 4.1 and 4.6.
enum XMLReference {
  /// Takes what follows an ampersand, up to the semicolon; nil where it stands for nothing.
  static func take(from scanner: inout ByteScanner) -> Unicode.Scalar? {
    let start = scanner.offset
    scanner.skip { $0.isLetter || $0.isDigit || $0 == "#" }
    let name = String(decoding: scanner.slice(from: start), as: UTF8.self)
    guard name.utf8.count <= 10, scanner.take(";") else { return nil }
    return name.hasPrefix("#") ? numbered(name.dropFirst()) : predefined[name]
  }

  /// Whether a document may hold a character: section 2.2.
  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  private static let predefined: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
  ]

  private static func numbered(_ number: Substring) -> Unicode.Scalar? {
    let isHexadecimal = number.hasPrefix("x")
    let value = UInt32(isHexadecimal ? number.dropFirst() : number, radix: isHexadecimal ? 16 : 10)
    return value.flatMap(Unicode.Scalar.init).flatMap { isAllowed($0) ? $0 : nil }
  }
}
