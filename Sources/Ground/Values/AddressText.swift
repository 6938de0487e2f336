/// Addresses in texts for people and logs, which must not show who logs in: be they well formed or not.
package enum AddressText {
  /// Removes the logins of all addresses in a text: what stands between a scheme and the last at sign before the host.
  ///
  /// What follows a scheme and is no host with a port is taken for a login up to the last at sign of the line, since a
  /// password may have any character where an address is not well formed. A text without at signs stays as it is.
  package static func withoutLogins(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(line)
      .joined(separator: "\n")
  }

  /// Removes the login from a text that was given as an address, with or without a scheme.
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
      // An at sign behind another address is that one's.
      let end = rest.range(ofSchemeEnd: .double) ?? rest.endIndex
      let address = rest[..<end]
      clean += isScheme ? withoutLogin(address) : withoutMarkedLogin(address)
      guard end < text.endIndex else { return clean }
      (rest, isScheme) = (rest[end...], true)
    }
  }

  /// The rest of an address behind its scheme, and what follows it.
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

  /// Whether what seems to end an authority may be a part of a login: a blank, or a quotation mark within a word.
  private static func mayGoOn(_ text: Substring) -> Bool {
    guard let first = text.first, !"/?#\\".contains(first) else { return false }
    return first.isWhitespace || text.dropFirst().first.map { $0.isLetter || $0.isNumber } ?? false
  }

  /// The same behind a single slash, or two without a colon, which stand in paths as well: only a name with a password
  /// counts.
  private static func withoutMarkedLogin(_ text: Substring) -> Substring {
    let authority = text.prefix { !$0.endsAuthority }
    guard let at = authority.lastIndex(of: "@"), authority[..<at].contains(":") else { return text }
    return text[text.index(after: at)...]
  }

  /// Whether a text may be hosts with ports.
  private static func isHost(_ text: Substring) -> Bool {
    text.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { host in
      let name = host.hasPrefix("[") ? host.drop { $0 != "]" } : host
      let parts = name.split(separator: ":", omittingEmptySubsequences: false)
      // A colon behind an address may be that of a sentence.
      return parts.count <= 2 && parts.dropFirst().allSatisfy { $0.allSatisfy(\.isASCIIDigit) }
    }
  }
}

extension Character {
  fileprivate var endsAuthority: Bool { isWhitespace || "/?#\\\"'<>`”".contains(self) }
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

/// What stands between a scheme and an authority.
private enum SchemeMark {
  /// A colon and two slashes.
  case double
  /// That, or a part of it.
  case any
}

extension StringProtocol {
  /// Where an authority begins behind the first scheme; nil where there is none.
  fileprivate func range(ofSchemeEnd mark: SchemeMark) -> Index? {
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
