extension NetworkError {
  /// Whether the same request may succeed a moment later.
  var isPassing: Bool {
    switch self {
    case .timedOut, .connectionLost, .status(429), .status(503): true
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
