/// Why a load ended without a response.
package enum NetworkError: Error, Hashable, Sendable {
  /// The text is no address that can be loaded.
  case badAddress
  /// The address is of another kind than `http` and `https`.
  case unsupportedScheme
  /// The name of the host is not known, or the name server cannot be reached.
  case hostNotFound
  /// The host refuses connections, or there is no way to it.
  case refused
  /// No connection could be made in time, or the answer stopped in the middle of it.
  case timedOut
  /// The server has taken the request and has not answered; carries for how long it was waited.
  case noAnswer(seconds: Int)
  /// The connection broke before the answer was complete.
  case connectionLost
  /// The host has no certificate that is trusted for its name and for today.
  case untrustedHost
  /// The certificates to trust cannot be read: there are none, or the environment names other ones.
  case nobodyTrusted
  /// No encrypted connection could be agreed on.
  case encryptionFailed
  /// The answer is not HTTP, or contradicts itself.
  case badAnswer
  /// The lines of the head are larger than any honest server's.
  case headTooLarge
  /// The body is larger than the request allows; carries that limit in bytes.
  case tooLarge(byteLimit: Int)
  /// The body is compressed in a way that cannot be undone.
  case badEncoding
  /// The server answered with a status that is not a success.
  case status(Int)
  /// The server has too much to do, with its status, and says in how many seconds to come back.
  case busy(status: Int, retryAfter: Int)
  /// More redirects came than are followed, or they lead in a circle.
  case tooManyRedirects
  /// A redirect leads nowhere.
  case badRedirect
  /// A redirect leads from an encrypted to an open connection.
  case insecureRedirect
  /// A public host names an address in a private network.
  case privateAddress
  /// The host has failed so often that it is left alone for a while.
  case hostResting
  /// Nobody was to be asked, as the program is offline or the request says so, and it is not kept.
  case notKept
  /// There is no room for the body; carries `errno`.
  case cannotKeep(errno: Int32)
  /// The system has no thread to give that could do the transfers.
  case noThread
  /// The system has no libcurl.
  case libraryMissing
  /// The system's libcurl is older than what the program needs to keep transfers safe.
  case libraryTooOld
  /// The system's libcurl refuses a setting that keeps transfers safe.
  case libraryUnsafe
  /// The name of the host is not ASCII, and the system has no libidn2 to write it in ASCII.
  case namesLibraryMissing
  /// Nobody waits for it any more.
  case cancelled
}

extension NetworkError: CustomStringConvertible {
  /// One short sentence for a cell or a line of the shell, in lower case; never a foreign byte.
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
    case .nobodyTrusted: "no certificates to trust found"
    case .encryptionFailed: "no secure connection"
    case .badAnswer: "bad answer from the server"
    case .headTooLarge: "answer with too long a head"
    case .tooLarge(let byteLimit): "larger than \(byteLimit / 1_000_000) MB"
    case .badEncoding: "damaged compression"
    case .status(let code): Self.meaning(of: code)
    case .busy(let status, let seconds):
      "\(Self.meaning(of: status)), try again in \(seconds) s"
    case .tooManyRedirects: "too many redirects"
    case .badRedirect: "redirect to nowhere"
    case .insecureRedirect: "redirect from https to http refused"
    case .privateAddress: "private address refused"
    case .hostResting: "host keeps failing, left alone for now"
    case .notKept: "offline, and not kept"
    case .cannotKeep(let errno): "no room for the download (errno \(errno))"
    case .noThread: "no thread to load it with"
    case .libraryMissing: "libcurl is not installed"
    case .libraryTooOld: "libcurl is older than 7.85.0"
    case .libraryUnsafe: "libcurl refuses a safety setting"
    case .namesLibraryMissing: "host names beyond ASCII need libidn2"
    case .cancelled: "cancelled"
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
}

extension NetworkError {
  /// Whether the same request may succeed a moment later.
  var isPassing: Bool {
    switch self {
    case .timedOut, .connectionLost, .status(429), .status(503): true
    default: false
    }
  }

  /// Whether what has come by then is as good as before.
  var breaksOff: Bool {
    switch self {
    case .timedOut, .noAnswer, .connectionLost, .cancelled: true
    default: false
    }
  }

  /// Whether it speaks against the host rather than against the request.
  var blamesHost: Bool {
    switch self {
    case .hostNotFound, .refused, .timedOut, .noAnswer, .connectionLost, .untrustedHost,
      .encryptionFailed:
      true
    default: false
    }
  }

  /// Whether a stale response may stand in where it says `stale-if-error`: RFC 5861 section 4.
  var excusesStale: Bool {
    switch self {
    case .status(500), .status(502), .status(503), .status(504), .hostResting: true
    case .busy(let status, _): status == 503
    default: blamesHost
    }
  }

  /// The same a while later, in seconds.
  func later(by seconds: Int) -> NetworkError {
    guard case .busy(let status, let retryAfter) = self else { return self }
    return .busy(status: status, retryAfter: max(1, retryAfter - seconds))
  }

  /// For how long the next request need not be made, in seconds; nil where it says nothing of it.
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
