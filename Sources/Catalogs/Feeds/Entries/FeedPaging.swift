package import Base

package struct FeedPaging: Sendable {
  package enum Next: Hashable, Sendable {
    case page(WebURL)
    case end, loop
  }

  package static let pageLimit = 10_000

  /// Both the requested and the final address of each page.
  private var seen: Set<WebURL>

  package init(first: WebURL? = nil) {
    seen = Set([first].compactMap(\.self))
  }

  /// A page without entries is the last; a returned page counts as requested. `headers` are the
  /// values of the response's `Link` headers.
  package mutating func next(
    after page: FeedPage, headers: [[UInt8]] = [], from origin: FeedOrigin
  ) -> Next {
    if let address = origin.address { seen.insert(address) }
    guard !page.entries.isEmpty || page.faults.count > 0, seen.count < Self.pageLimit,
      let next = page.next ?? LinkHeader.next(in: headers, from: origin)
    else { return .end }
    return seen.insert(next).inserted ? .page(next) : .loop
  }
}

/// `Link` headers (RFC 8288 section 3).
package enum LinkHeader {
  /// Nil if none is named, or none is allowed. Ignores links about other documents (`anchor`).
  package static func next(in values: [[UInt8]], from origin: FeedOrigin) -> WebURL? {
    for value in values {
      var scanner = ByteScanner(Array(value.prefix(64 << 10)))
      while let link = takeLink(from: &scanner) {
        guard link.isNext, let address = try? origin.resolve(link.target) else { continue }
        return address
      }
    }
    return nil
  }

  private static func takeLink(
    from scanner: inout ByteScanner
  ) -> (target: ArraySlice<UInt8>, isNext: Bool)? {
    scanner.skip { $0.isSpace || $0 == "," }
    guard scanner.take("<"), let target = scanner.take(upTo: ">") else { return nil }
    var relation: [UInt8]?
    var isAboutThis = true
    while let (name, value) = takeParameter(from: &scanner) {
      if name == "rel", relation == nil { relation = value }
      if name == "anchor" { isAboutThis = false }
    }
    let relations = (relation ?? []).map(\.lowercased).split(whereSeparator: \.isSpace)
    return (target, isAboutThis && relations.contains { $0.elementsEqual("next".utf8) })
  }

  private static func takeParameter(
    from scanner: inout ByteScanner
  ) -> (name: String, value: [UInt8])? {
    scanner.skip(while: \.isSpace)
    guard scanner.take(";") else { return nil }
    scanner.skip(while: \.isSpace)
    let start = scanner.offset
    scanner.skip { !$0.isSpace && $0 != "=" && $0 != ";" && $0 != "," }
    let name = String(decoding: scanner.slice(from: start).map(\.lowercased), as: UTF8.self)
    scanner.skip(while: \.isSpace)
    guard scanner.take("=") else { return (name, []) }
    scanner.skip(while: \.isSpace)
    return (name, takeValue(from: &scanner))
  }

  /// A token or a quoted string with backslashes (RFC 9110 section 5.6.4).
  private static func takeValue(from scanner: inout ByteScanner) -> [UInt8] {
    guard scanner.take("\"") else {
      let start = scanner.offset
      scanner.skip { !$0.isSpace && $0 != ";" && $0 != "," }
      return Array(scanner.slice(from: start))
    }
    var value: [UInt8] = []
    while let byte = scanner.next(), byte != "\"" {
      let isEscape = byte == "\\"
      if let taken = isEscape ? scanner.next() : byte { value.append(taken) }
    }
    return value
  }
}

/// Limits consecutive empty pages that name a successor: a server could send them forever.
struct EmptyPages: Sendable {
  static let limit = 100
  static let problem = """
    \(limit) empty pages in a row; the list ends here, although the server promises more
    """

  private var count = 0

  mutating func isTooMany(after page: FeedPage) -> Bool {
    let isEmpty =
      page.entries.isEmpty && page.folders.isEmpty && page.parts.isEmpty && page.last == nil
    count = isEmpty && page.next != nil ? count + 1 : 0
    return count >= Self.limit
  }
}
