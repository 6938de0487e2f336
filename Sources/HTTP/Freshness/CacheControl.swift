/// `Cache-Control` for a private cache (RFC 9111 section 5.2.2 and RFC 5861).
struct CacheControl: Hashable, Sendable {
  var noStore = false
  var noCache = false
  var mustRevalidate = false
  /// In seconds; 0 if present but not a number.
  var maxAge: Int?
  var staleWhileRevalidate = 0
  var staleIfError = 0

  init(_ headers: HTTPHeaders) {
    for directive in Self.directives(headers.list("cache-control") ?? "") {
      read(name: directive.name, argument: directive.argument)
    }
    if headers.list("cache-control") == nil, headers["pragma"]?.lowercased() == "no-cache" {
      noCache = true
    }
  }

  private mutating func read(name: String, argument: String?) {
    switch name {
    case "no-store": noStore = true
    case "no-cache": noCache = true
    case "must-revalidate": mustRevalidate = true
    case "max-age": maxAge = min(maxAge ?? .max, Self.seconds(argument) ?? 0)
    case "stale-while-revalidate": staleWhileRevalidate = Self.seconds(argument) ?? 0
    case "stale-if-error": staleIfError = Self.seconds(argument) ?? 0
    default: break
    }
  }

  /// A number of seconds, at most 2^31 (RFC 9111 section 1.2.2).
  static func seconds(_ text: String?) -> Int? {
    guard let text, !text.isEmpty, text.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    return min(Int(text) ?? .max, 1 << 31)
  }

  private static func directives(_ text: String) -> [(name: String, argument: String?)] {
    var isQuoted = false
    let parts = text.split { character in
      if character == "\"" { isQuoted.toggle() }
      return character == "," && !isQuoted
    }
    return parts.map { part in
      let pair = part.split(separator: "=", maxSplits: 1).map { trimmed($0) }
      let argument = pair.count > 1 ? pair[1].filter { $0 != "\"" } : nil
      return (pair.first?.lowercased() ?? "", argument)
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    let start = text.drop(while: isBlank)
    return String(start.reversed().drop(while: isBlank).reversed())
  }
}
