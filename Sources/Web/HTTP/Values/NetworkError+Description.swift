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
