package import Addresses
import Values
import XML

/// The way through the pages of one feed, which ends even where the feed itself does not.
package struct FeedPaging: Sendable {
  /// How the feed goes on.
  package enum Next: Hashable, Sendable {
    /// With the page at this address.
    case page(WebURL)
    /// Not at all.
    case end
    /// With a page that has been read already, so not at all.
    case loop
  }

  /// The greatest number of pages.
  package static let pageLimit = 10_000

  private var seen: Set<WebURL>

  /// Begins at a first page that is nowhere on the web.
  package init() {
    seen = []
  }

  /// Begins at the first page; a page that was asked for by one address and came from another has
  /// both.
  package init(first: WebURL) {
    seen = [first]
  }

  /// Finds the page after one that has been read.
  ///
  /// A page without entries is the last.
  /// - Parameters:
  ///   - page: The page.
  ///   - headers: The values of the `Link` lines of the answer that brought it.
  ///   - origin: Where it came from.
  /// - Returns: How the feed goes on; the address of a page is noted as asked for.
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

/// The `Link` lines of an HTTP answer: RFC 8288 section 3.
package enum LinkHeader {
  /// The address of the next page; nil where none is named, or none that may be followed.
  ///
  /// Links that are about another document (`anchor`) do not count.
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

  /// Takes a target in angle brackets, its parameters, and the comma behind them.
  private static func takeLink(
    from scanner: inout ByteScanner
  ) -> (target: ArraySlice<UInt8>, isNext: Bool)? {
    scanner.skip { $0.isSpace || $0 == "," }
    guard scanner.take("<"), let target = scanner.take(upTo: ">") else {
      return nil
    }
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

  /// A word, or a text in quotes with backslashes: RFC 9110 section 5.6.4.
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
