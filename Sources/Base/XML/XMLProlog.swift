/// The XML declaration (XML 1.0 section 2.8).
package enum XMLDeclaration {
  /// The declared encoding; allows white space before the declaration, which some servers send.
  package static func encoding(of document: [UInt8]) -> [UInt8]? {
    var scanner = ByteScanner(Array(document.prefix(1_000)))
    scanner.skip(while: \.isSpace)
    guard scanner.take(all: "<?xml"), let declaration = scanner.take(upTo: "?>") else { return nil }
    scanner = ByteScanner(Array(declaration))
    guard scanner.take(upTo: "encoding") != nil else { return nil }
    scanner.skip { $0.isSpace || $0 == "=" }
    guard let quote = scanner.next(), quote == "\"" || quote == "'" else { return nil }
    let start = scanner.offset
    scanner.skip { $0 != quote }
    return Array(scanner.slice(from: start))
  }
}

/// The document type (XML 1.0 section 2.8), which is never loaded.
enum XMLDocumentType {
  /// Skips the rest after `<!`; throws `.internalSubset` if it contains definitions.
  static func skip(in scanner: inout ByteScanner) throws(XMLFault) {
    guard scanner.take(all: "DOCTYPE") else { throw .badDeclaration }
    while let byte = scanner.peek {
      switch byte {
      case "[": throw .internalSubset
      case "<": throw .badDeclaration
      case "\"", "'":
        _ = scanner.next()
        scanner.skip { $0 != byte }
      default: break
      }
      if scanner.next() == ">", byte == ">" { return }
    }
    throw .earlyEnd
  }
}
