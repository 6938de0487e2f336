package enum LogText {
  /// Removes logins, queries and fragments from all URLs in a text.
  ///
  /// A URL ends at white space or a quotation mark. Everything after its path is replaced by
  /// `?...`.
  package static func withoutSecrets(_ text: String) -> String {
    var (rest, clean) = (AddressText.withoutLogins(text)[...], "")
    while let start = rest.range(ofSchemeEnd: .double) {
      clean += rest[..<start]
      rest = rest[start...]
      let end = rest.firstIndex { $0.isWhitespace || "\"'<>`".contains($0) } ?? rest.endIndex
      clean += address(rest[..<end])
      rest = rest[end...]
    }
    return clean + rest
  }

  /// Takes a URL from its host on.
  private static func address(_ text: Substring) -> String {
    let end = text.firstIndex { "/?#".contains($0) } ?? text.endIndex
    let host = text[..<end]
    let name = host.lastIndex(of: "@").map { host[host.index(after: $0)...] } ?? host
    let path = text[end...]
    guard let query = path.firstIndex(where: { "?#".contains($0) }) else {
      return String(name + path)
    }
    // A colon after a URL is part of the message.
    return "\(name)\(path[..<query])?...\(path.hasSuffix(":") ? ":" : "")"
  }
}
