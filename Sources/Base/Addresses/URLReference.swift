/// The parts of a URL or relative reference (RFC 3986 section 4.1 and appendix B) without fragment.
struct URLReference {
  let scheme, authority: ArraySlice<UInt8>?
  let path: ArraySlice<UInt8>
  let query: ArraySlice<UInt8>?

  init(_ address: some Collection<UInt8>) throws(AddressError) {
    guard address.count <= WebURL.byteLimit else { throw .tooLong }
    var rest = Array(address).trimmed
    guard !rest.contains(where: \.isControl) else { throw .controlCharacter }
    rest = rest.prefix { $0 != "#" }
    scheme = Self.takeScheme(&rest)
    let query = rest.firstIndex(of: UInt8(ascii: "?"))
    self.query = query.map { rest[($0 + 1)...] }
    rest = rest[..<(query ?? rest.endIndex)]
    guard rest.starts(with: "//".utf8) else {
      authority = nil
      path = rest
      return
    }
    rest = rest.dropFirst(2)
    authority = rest.prefix { $0 != "/" }
    path = rest.drop { $0 != "/" }
  }

  private static func takeScheme(_ address: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let name = address.prefix { $0.isLetter || $0.isDigit || $0 == "+" || $0 == "-" || $0 == "." }
    guard name.first?.isLetter == true, name.endIndex < address.endIndex,
      address[name.endIndex] == ":"
    else { return nil }
    address = address[(name.endIndex + 1)...]
    return name
  }
}

/// Dot segments, which may be percent-encoded (WHATWG URL, section 4.1).
enum DotSegments {
  /// RFC 3986 section 5.2.4, in linear time with a stack of segments.
  static func removed(from path: [UInt8]) -> [UInt8] {
    let rooted = path.first == "/" ? path[1...] : path[...]
    var kept: [ArraySlice<UInt8>] = []
    let segments = rooted.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let dotCount = dotCount(of: segment)
      if dotCount == 2 { _ = kept.popLast() }
      if dotCount == nil {
        kept.append(segment)
      } else if index == segments.count - 1 {
        kept.append([])
      }
    }
    return [UInt8(ascii: "/")] + kept.joined(separator: "/".utf8)
  }

  private static func dotCount(of segment: ArraySlice<UInt8>) -> Int? {
    guard segment.count <= 6 else { return nil }
    let dots = PercentEncoding.decoded(segment)
    return (1...2).contains(dots.count) && dots.allSatisfy { $0 == "." } ? dots.count : nil
  }
}
