import Values

/// The first line of a document, which says how it is encoded: XML 1.0 section 2.8.
package enum XMLDeclaration {
  /// The name of the encoding in the declaration; nil where there is none.
  ///
  /// White space before the declaration is none of XML, but some servers send it.
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

/// The document type of a document: XML 1.0 section 2.8.
///
/// It is never looked up.
enum XMLDocumentType {
  /// Takes a document type whose `<!` has been taken.
  /// - Throws: `XMLFault.internalSubset` where it defines anything, `.badDeclaration`, `.earlyEnd`.
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
