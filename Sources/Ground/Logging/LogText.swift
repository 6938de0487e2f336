internal import Values

/// What may be written of a web address: neither who logs in nor what is asked for.
package enum LogText {
  /// Takes logins, queries and fragments out of all web addresses in a text.
  ///
  /// An address ends at white space or a quotation mark; what follows its path is written as `?...`.
  package static func withoutSecrets(_ text: String) -> String {
    var (rest, clean) = (AddressText.withoutLogins(text)[...], "")
    while let start = rest.range(ofSchemeEnd: "://") {
      clean += rest[..<start]
      rest = rest[start...]
      let end = rest.firstIndex { $0.isWhitespace || "\"'<>`".contains($0) } ?? rest.endIndex
      clean += address(rest[..<end])
      rest = rest[end...]
    }
    return clean + rest
  }

  /// The rest of an address, from its host on.
  private static func address(_ text: Substring) -> String {
    let end = text.firstIndex { "/?#".contains($0) } ?? text.endIndex
    let host = text[..<end]
    let name = host.lastIndex(of: "@").map { host[host.index(after: $0)...] } ?? host
    let path = text[end...]
    guard let query = path.firstIndex(where: { "?#".contains($0) }) else {
      return String(name + path)
    }
    // A colon behind an address is our own.
    return "\(name)\(path[..<query])?...\(path.hasSuffix(":") ? ":" : "")"
  }
}

extension Substring {
  /// Where what follows the end of a scheme begins; nil where there is none.
  fileprivate func range(ofSchemeEnd mark: String) -> Index? {
    var place = startIndex
    while let colon = self[place...].firstIndex(of: ":") {
      if self[colon...].hasPrefix(mark) { return index(colon, offsetBy: mark.count) }
      place = index(after: colon)
    }
    return nil
  }
}
