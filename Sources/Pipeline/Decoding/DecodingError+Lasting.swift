import Glibc

extension DecodingError {
  /// The signals that a process brings upon itself; all others somebody has sent to it.
  private static let faults: Set<Int32> = [
    SIGABRT, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP, SIGXFSZ,
  ]

  /// Whether the child brought its end by a signal upon itself.
  var isCrash: Bool {
    if case .crashed(let signal) = self { Self.faults.contains(signal) } else { false }
  }

  /// Tells whether the same content would fail in the same way today.
  var isOfContent: Bool {
    switch self {
    case .unsupported, .tookTooLong: true
    default: isLasting
    }
  }

  /// Tells whether the same content would fail in the same way on another day: when the machine has
  /// more time, and when a codec has been installed that it lacked.
  package var isLasting: Bool {
    switch self {
    case .notAnImage, .truncated, .damaged, .tooManyPixels, .fileTooLarge: true
    case .crashed: isCrash
    case .wrongAnswer: true
    case .unsupported, .tookTooLong: false
    case .notAFile, .unreadable, .noThumbnail, .outOfMemory, .noThread, .changing, .cancelled: false
    case .decoderUnavailable, .sandboxMissing: false
    }
  }
}
