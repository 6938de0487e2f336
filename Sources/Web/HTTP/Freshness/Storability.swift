internal import ResponseStore

/// Which responses a private cache keeps: RFC 9111 section 3.
enum Storability {
  /// Statuses whose lifetime may be guessed, as far as they are kept: RFC 9110 section 15.1.
  static func isGuessed(status: Int) -> Bool {
    [200, 203, 204, 300, 301, 308].contains(status)
  }

  /// Whether an answer may be kept.
  ///
  /// A success is kept even where it will always have to be asked for again: offline it is of use.
  static func mayKeep(status: Int, headers: HTTPHeaders) -> Bool {
    let control = CacheControl(headers)
    guard !control.noStore else { return false }
    switch status {
    case 200, 203, 204, 301, 308: return true
    case 302, 303, 307: return control.maxAge != nil || headers["expires"] != nil
    default: return false
    }
  }
}
