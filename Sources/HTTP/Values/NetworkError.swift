/// Why a load failed; each case is one sentence for the user.
package enum NetworkError: Error, Hashable, Sendable, CustomStringConvertible {
  case badAddress, unsupportedScheme, hostNotFound, refused
  /// No connection in time, or the transfer stalled.
  case timedOut
  case noAnswer(seconds: Int)
  case connectionLost, untrustedHost
  /// No trust store, or an unreadable one named by the environment.
  case nobodyTrusted
  case encryptionFailed, badAnswer, headTooLarge
  case tooLarge(byteLimit: Int)
  case badEncoding
  case status(Int)
  /// `retryAfter` is in seconds.
  case busy(status: Int, retryAfter: Int)
  case tooManyRedirects, badRedirect, insecureRedirect, privateAddress, hostResting
  /// Offline, or only cached responses were requested, and there is none.
  case notKept
  case cannotKeep(errno: Int32)
  case noThread, libraryMissing
  /// libcurl is too old for the required security options.
  case libraryTooOld
  case libraryUnsafe, namesLibraryMissing, cancelled
  /// From a `LocalOrigin`; trusted text.
  case local(String)

  /// A short lower-case sentence for a cell or the shell, without untrusted text.
  package var description: String {
    switch self {
    case .badAddress: "not a web address"
    case .unsupportedScheme: "neither http nor https"
    case .hostNotFound: "host not found"
    case .refused: "connection refused"
    case .timedOut: "timed out"
    case .noAnswer(let seconds): "no answer for \(seconds) s"
    case .connectionLost: "connection lost"
    case .untrustedHost: "certificate not trusted"
    case .nobodyTrusted: "no trusted certificates found on this machine"
    case .encryptionFailed: "no secure connection"
    case .badAnswer: "bad answer from the server"
    case .headTooLarge: "answer with too many headers"
    case .tooLarge(let byteLimit): "larger than \(byteLimit / 1_000_000) MB"
    case .badEncoding: "damaged compression"
    case .status(let code): Self.meaning(of: code)
    case .busy(let status, let seconds): "\(Self.meaning(of: status)), try again in \(seconds) s"
    case .tooManyRedirects: "too many redirects"
    case .badRedirect: "redirect to nowhere"
    case .insecureRedirect: "redirect from https to http refused"
    case .privateAddress: "private address refused"
    case .hostResting: "host keeps failing, paused"
    case .notKept: "offline, and not cached"
    case .cannotKeep(let errno): "no room for the download (errno \(errno))"
    case .noThread: "no free thread"
    case .libraryMissing: "libcurl is not installed"
    case .libraryTooOld: "libcurl is older than 7.85.0"
    case .libraryUnsafe: "libcurl refuses a safety setting"
    case .namesLibraryMissing: "host names beyond ASCII need libidn2"
    case .cancelled: "cancelled"
    case .local(let reason): reason
    }
  }

  private static func meaning(of status: Int) -> String {
    switch status {
    case 401, 407: "login needed (\(status))"
    case 403: "forbidden (403)"
    case 404, 410: "not found (\(status))"
    case 429: "too many requests (429)"
    case 500...599: "server error (\(status))"
    default: "unexpected answer (\(status))"
    }
  }

  var isPassing: Bool { [.timedOut, .connectionLost, .status(429), .status(503)].contains(self) }

  var keepsPartialBody: Bool {
    switch self {
    case .timedOut, .noAnswer, .connectionLost, .cancelled: true
    default: false
    }
  }

  /// Whether the host is at fault rather than the request.
  var blamesHost: Bool {
    switch self {
    case .hostNotFound, .refused, .timedOut, .noAnswer, .connectionLost, .untrustedHost,
      .encryptionFailed:
      true
    default: false
    }
  }

  /// Whether a stale response with `stale-if-error` may be used (RFC 5861 section 4).
  var excusesStale: Bool {
    switch self {
    case .status(500), .status(502), .status(503), .status(504), .hostResting: true
    case .busy(let status, _): status == 503
    default: blamesHost
    }
  }

  /// The error with `retryAfter` reduced by the seconds passed.
  func later(by seconds: Int) -> NetworkError {
    guard case .busy(let status, let retryAfter) = self else { return self }
    return .busy(status: status, retryAfter: max(1, retryAfter - seconds))
  }

  /// How long requests are not repeated; nil for not at all.
  var memorySeconds: Int? {
    switch self {
    case .cancelled, .notKept, .hostResting, .noThread, .libraryMissing, .libraryTooOld,
      .libraryUnsafe, .namesLibraryMissing, .cannotKeep:
      nil
    case .busy(_, let seconds): min(seconds, 3_600)
    case .status(404), .status(410): 300
    case .status(429), .status(500...599): 30
    default: blamesHost ? 10 : 60
    }
  }
}
