import Values

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
