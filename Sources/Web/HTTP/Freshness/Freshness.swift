internal import ResponseStore

/// How long a response may be shown without asking its origin: RFC 9111 section 4.2.
struct Freshness: Sendable {
  private let control: CacheControl
  /// In seconds.
  private let lifetime: Int
  /// How old it was when it came, in seconds.
  private let initialAge: Int
  private let receivedAt: Int

  /// A lifetime that is guessed is a tenth of the time since the last change, and at most a week.
  private static let longestGuess = 7 * 86_400

  init(of response: StoredResponse) {
    control = CacheControl(response.headers)
    receivedAt = response.receivedAt
    let date = Self.date("date", of: response) ?? response.receivedAt
    lifetime = Self.lifetime(of: response, control, date: date)
    // Of several ages, which nobody may send, the greatest counts.
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
      // What cannot be read, such as 0, is over: section 5.3.
      return Self.date("expires", of: response).map { max(0, $0 - date) } ?? 0
    }
    guard Storability.isGuessed(status: response.status),
      let changed = Self.date("last-modified", of: response)
    else { return 0 }
    return min(max(0, date - changed) / 10, longestGuess)
  }

  private static func date(_ name: String, of response: StoredResponse) -> Int? {
    response.headers[name].flatMap { HTTPDate.seconds($0, now: response.receivedAt) }
  }

  /// Whether it may be shown as it is.
  func isFresh(at now: Int) -> Bool {
    guard !control.noCache, let age = age(at: now) else { return false }
    return age < lifetime
  }

  /// Whether it may be shown as it is because it came late enough, whatever it says itself.
  func isKept(since start: Int, at now: Int) -> Bool {
    receivedAt >= start && now >= receivedAt
  }

  /// Whether it may be shown while its origin is asked: RFC 5861 section 3.
  func maySuffice(whileRevalidatingAt now: Int) -> Bool {
    isAllowed(staleBy: control.staleWhileRevalidate, at: now)
  }

  /// Whether it may be shown because its origin has failed: RFC 5861 section 4.
  func maySuffice(afterFailureAt now: Int) -> Bool {
    isAllowed(staleBy: control.staleIfError, at: now)
  }

  private func isAllowed(staleBy seconds: Int, at now: Int) -> Bool {
    guard seconds > 0, !control.noCache, !control.mustRevalidate, let age = age(at: now) else {
      return false
    }
    return age - lifetime < seconds
  }

  /// In seconds; nil where the clock was set back behind the moment it came: nobody knows then.
  private func age(at now: Int) -> Int? {
    now >= receivedAt ? initialAge + now - receivedAt : nil
  }
}

/// Which responses a private cache keeps: RFC 9111 section 3.
enum Storability {
  /// Statuses whose lifetime may be guessed, as far as they are kept: RFC 9110 section 15.1.
  static func isGuessed(status: Int) -> Bool {
    [200, 203, 204, 206, 300, 301, 308].contains(status)
  }

  /// Whether an answer may be kept.
  ///
  /// A success is kept even where it will always have to be asked for again: offline it is of use. Of a part
  /// it has been seen that it was asked for.
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
