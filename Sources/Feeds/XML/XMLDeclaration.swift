/// The first line of a document, which says how it is encoded: XML 1.0 section 2.8.
enum XMLDeclaration {
  /// Takes the declaration, if there is one.
  /// - Throws: `XMLFault.otherEncoding`, `.earlyEnd` or `.badDeclaration`.
  static func take(from scanner: inout ByteScanner) throws(XMLFault) {
    let start = scanner
    guard scanner.take(all: "<?xml"), scanner.peek?.isSpace == true else {
      scanner = start
      return
    }
    guard let declaration = scanner.take(upTo: "?>") else { throw .earlyEnd }
    guard let name = encoding(in: Array(declaration)) else { return }
    guard name == "utf-8" || name == "utf8" || name == "us-ascii" || name == "ascii" else {
      scanner = start
      throw .otherEncoding
    }
  }

  /// The name behind `encoding=`, in lower case; nil where the declaration has none.
  private static func encoding(in declaration: [UInt8]) -> String? {
    var scanner = ByteScanner(declaration)
    guard scanner.take(upTo: "encoding") != nil else { return nil }
    scanner.skip { $0.isSpace || $0 == "=" }
    guard let quote = scanner.next(), quote == "\"" || quote == "'" else { return nil }
    let start = scanner.offset
    scanner.skip { $0 != quote }
    return String(decoding: scanner.slice(from: start).map(\.lowercased), as: UTF8.self)
  }
}
