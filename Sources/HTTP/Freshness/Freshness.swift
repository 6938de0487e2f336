/// How long a response may be used without a request (RFC 9111 section 4.2).
struct Freshness: Sendable {
  private let control: CacheControl
  private let lifetime: Int
  private let initialAge: Int
  private let receivedAt: Int

  /// A heuristic lifetime is a tenth of the time since the last change, at most a week.
  private static let maxGuess = 7 * 86_400

  init(of response: StoredResponse) {
    control = CacheControl(response.headers)
    receivedAt = response.receivedAt
    let date = Self.date("date", of: response) ?? response.receivedAt
    lifetime = Self.lifetime(of: response, control, date: date)
    // Of several ages, which are invalid, the greatest counts.
    let ages = (response.headers.list("age") ?? "").split { $0 == "," || $0 == " " }
    let given = ages.compactMap { CacheControl.seconds(String($0)) }.max() ?? 0
    initialAge = max(
      0, response.receivedAt - date, given + response.receivedAt - response.requestedAt)
  }

  private static func lifetime(
    of response: StoredResponse, _ control: CacheControl, date: Int
  ) -> Int {
    if let maxAge = control.maxAge { return maxAge }
    if response.headers["expires"] != nil {
      // An invalid date such as 0 means already expired (section 5.3).
      return Self.date("expires", of: response).map { max(0, $0 - date) } ?? 0
    }
    // Statuses that allow a heuristic lifetime (RFC 9110 section 15.1).
    guard [200, 203, 204, 206, 300, 301, 308].contains(response.status),
      let changed = Self.date("last-modified", of: response)
    else { return 0 }
    return min(max(0, date - changed) / 10, maxGuess)
  }

  private static func date(_ name: String, of response: StoredResponse) -> Int? {
    response.headers[name].flatMap { HTTPDate.seconds($0, now: response.receivedAt) }
  }

  func isFresh(at now: Int) -> Bool {
    guard !control.noCache, let age = age(at: now) else { return false }
    return age < lifetime
  }

  func isKept(since start: Int, at now: Int) -> Bool { receivedAt >= start && now >= receivedAt }

  /// Whether it may be used during revalidation (RFC 5861 section 3).
  func maySuffice(whileRevalidatingAt now: Int) -> Bool {
    isAllowed(staleBy: control.staleWhileRevalidate, at: now)
  }

  /// Whether it may be used after an error of its origin (RFC 5861 section 4).
  func maySuffice(afterFailureAt now: Int) -> Bool {
    isAllowed(staleBy: control.staleIfError, at: now)
  }

  private func isAllowed(staleBy seconds: Int, at now: Int) -> Bool {
    guard seconds > 0, !control.noCache, !control.mustRevalidate, let age = age(at: now) else {
      return false
    }
    return age - lifetime < seconds
  }

  /// In seconds; nil, for unknown, if the clock was set back to before it was received.
  private func age(at now: Int) -> Int? { now >= receivedAt ? initialAge + now - receivedAt : nil }
}

/// Which responses a private cache stores (RFC 9111 section 3).
enum Storability {
  /// Stores successes that always need revalidation, for offline use; partial ones were checked.
  static func mayKeep(status: Int, headers: HTTPHeaders) -> Bool {
    let control = CacheControl(headers)
    guard !control.noStore else { return false }
    switch status {
    case 200, 203, 204, 206, 207, 301, 308: return true
    case 302, 303, 307: return control.maxAge != nil || headers["expires"] != nil
    default: return false
    }
  }
}

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
    let text = headers.list("cache-control")
    noCache = text == nil && headers["pragma"]?.lowercased() == "no-cache"
    for (name, argument) in Self.directives(text ?? "") {
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
      let pair = part.filter { !" \t\"".contains($0) }.split(separator: "=", maxSplits: 1)
      return (pair.first?.lowercased() ?? "", pair.dropFirst().first.map(String.init))
    }
  }
}
