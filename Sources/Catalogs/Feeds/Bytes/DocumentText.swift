import Values
import XML

/// Finds out how a document is encoded, and writes it in UTF-8.
///
/// A byte order mark says it for certain. Otherwise the document is UTF-8 if the server, the XML
/// declaration or nobody names another encoding, or if the bytes are UTF-8 and one of the two says so:
/// hardly any other text looks like UTF-8 by chance, while servers often name a charset that they
/// have not looked for. XML that is no UTF-8 and names nothing else is taken for Windows-1252, as
/// browsers do; JSON is always UTF-8 (RFC 8259 section 8.1).
enum DocumentText {
  /// The document in UTF-8, without a byte order mark.
  ///
  /// What is wrong in JSON stays; in XML it becomes U+FFFD.
  /// - Parameters:
  ///   - document: The bytes.
  ///   - charset: The name that the server gives to the encoding; nil where it gives none.
  /// - Returns: The text.
  /// - Throws: `XMLFault.otherEncoding` for an encoding that is not read.
  static func utf8(_ document: [UInt8], charset: [UInt8]?) throws(XMLFault) -> [UInt8] {
    for (mark, encoding) in marks where document.starts(with: mark) {
      return encoding.utf8(document.dropFirst(mark.count))
    }
    if let encoding = wideEncoding(of: document) { return encoding.utf8(document[...]) }
    guard document.first(where: { !$0.isSpace }) == "<" else { return document }
    let names = [charset, XMLDeclaration.encoding(of: document)].compactMap { $0 }
    let encodings = names.compactMap { TextEncoding(label: $0) }
    // The declaration could be read, so the units are single bytes whatever it says.
    let narrow = encodings.filter { $0 != .utf16LittleEndian && $0 != .utf16BigEndian }
    if narrow.contains(.utf8), UTF8Validation.firstFault(in: document) == nil { return document }
    if let encoding = narrow.first(where: { $0 != .utf8 }) { return encoding.utf8(document[...]) }
    guard UTF8Validation.firstFault(in: document) != nil else { return document }
    guard names.isEmpty || !encodings.isEmpty else { throw .otherEncoding }
    // A character that was cut in two must not cost the whole feed.
    return (names.isEmpty ? TextEncoding.windows1252 : .utf8).utf8(document[...])
  }

  private static let marks: [(mark: [UInt8], encoding: TextEncoding)] = [
    ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE], .utf16LittleEndian),
    ([0xFE, 0xFF], .utf16BigEndian),
  ]

  /// XML 1.0 appendix F.1: UTF-16 without a mark is known by the `<` that it begins with.
  private static func wideEncoding(of document: [UInt8]) -> TextEncoding? {
    if document.starts(with: [0x3C, 0]) { return .utf16LittleEndian }
    return document.starts(with: [0, 0x3C]) ? .utf16BigEndian : nil
  }
}

extension DocumentText {
  /// The `charset` of a media type as a `Content-Type` line has it: RFC 9110 section 8.3.2.
  static func charset(of contentType: some Sequence<UInt8>) -> [UInt8]? {
    let parameters = Array(contentType.prefix(1_000)).split(separator: UInt8(ascii: ";"))
      .dropFirst()
    for parameter in parameters {
      let parts = parameter.split(separator: UInt8(ascii: "="), maxSplits: 1)
      let name = parts[0].filter { !$0.isSpace }.map(\.lowercased)
      guard parts.count == 2, name.elementsEqual("charset".utf8) else { continue }
      return parts[1].filter { !$0.isSpace && $0 != "\"" && $0 != "'" }
    }
    return nil
  }
}
