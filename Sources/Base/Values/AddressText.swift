/// Removes credentials from URLs in text for display and logs, even if the URLs are malformed.
package enum AddressText {
  /// Removes everything between a scheme and the last `@` before the host.
  ///
  /// If no host with a port follows the scheme, everything up to the last `@` of the line is
  /// removed, since a password in a malformed URL may have any character.
  package static func withoutLogins(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(line)
      .joined(separator: "\n")
  }

  /// Removes the login from a text given as a URL, with or without a scheme.
  package static func withoutLogin(inAddress text: String) -> String {
    let clean = withoutLogins(text)
    guard clean == text, let at = text.lastIndex(of: "@"), text[..<at].contains(":"),
      text.range(ofSchemeEnd: .any) == nil
    else { return clean }
    return String(text[text.index(after: at)...])
  }

  private static func line(_ text: Substring) -> String {
    guard let start = text.range(ofSchemeEnd: .any) else { return String(text) }
    var (clean, rest) = (String(text[..<start]), text[start...])
    var isScheme = clean.hasSuffix("://")
    while true {
      // An `@` after another URL belongs to that one.
      let end = rest.range(ofSchemeEnd: .double) ?? rest.endIndex
      let address = rest[..<end]
      clean += isScheme ? withoutLogin(address) : withoutMarkedLogin(address)
      guard end < text.endIndex else { return clean }
      (rest, isScheme) = (rest[end...], true)
    }
  }

  /// Takes a URL without its scheme, and the text after it.
  private static func withoutLogin(_ text: Substring) -> Substring {
    let authority = text.prefix { !$0.endsAuthority }
    if let at = authority.lastIndex(of: "@") {
      let host = authority[authority.index(after: at)...]
      if isHost(host) { return text[host.startIndex...] }
    } else if isHost(authority), !mayGoOn(text[authority.endIndex...]) {
      return text
    }
    return text.lastIndex(of: "@").map { text[text.index(after: $0)...] } ?? text
  }

  /// Whether the authority may continue: after a blank, or a quotation mark in a word.
  private static func mayGoOn(_ text: Substring) -> Bool {
    guard let first = text.first, !"/?#\\".contains(first) else { return false }
    return first.isWhitespace || text.dropFirst().first.map { $0.isLetter || $0.isNumber } ?? false
  }

  /// After `/`, or `//` without a colon, which occur in paths: only a name with a password counts.
  private static func withoutMarkedLogin(_ text: Substring) -> Substring {
    let authority = text.prefix { !$0.endsAuthority }
    guard let at = authority.lastIndex(of: "@"), authority[..<at].contains(":") else { return text }
    return text[text.index(after: at)...]
  }

  /// Whether a text may be a list of hosts with ports.
  private static func isHost(_ text: Substring) -> Bool {
    text.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { host in
      let name = host.hasPrefix("[") ? host.drop { $0 != "]" } : host
      let parts = name.split(separator: ":", omittingEmptySubsequences: false)
      // A colon after a URL may belong to the sentence.
      return parts.count <= 2 && parts.dropFirst().allSatisfy { $0.allSatisfy(\.isASCIIDigit) }
    }
  }
}

extension Character {
  fileprivate var endsAuthority: Bool { isWhitespace || "/?#\\\"'<>`”".contains(self) }
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

enum SchemeMark {
  case double
  /// `://` or a part of it.
  case any
}

extension StringProtocol {
  func range(ofSchemeEnd mark: SchemeMark) -> Index? {
    var place = startIndex
    while let slash = self[place...].firstIndex(of: "/") {
      var end = slash
      while end < endIndex, self[end] == "/" { formIndex(after: &end) }
      let hasColon = slash > startIndex && self[index(before: slash)] == ":"
      let count = distance(from: slash, to: end)
      switch mark {
      case .double where hasColon && count >= 2: return index(slash, offsetBy: 2)
      case .any where hasColon || count >= 2:
        return hasColon ? index(slash, offsetBy: Swift.min(count, 2)) : end
      default: place = end
      }
    }
    return nil
  }
}
