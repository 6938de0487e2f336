package import DecoderProtocol
import Glibc

/// Why an image could not be decoded; each case is one short phrase for its cell.
package enum DecodingError: Error, Hashable, Sendable {
  case refused(PictureError)
  case fileTooLarge(byteCount: Int)
  /// The path is a directory, FIFO, socket or device.
  case notAFile
  case noThread
  case changing
  /// The file was written a moment ago and may be incomplete; with the error it would be otherwise.
  indirect case unfinished(DecodingError)
  case cancelled
  case tookTooLong(Duration)
  /// The decoder crashed twice on this image.
  case crashed(signal: Int32)
  case wrongAnswer
  /// The decoder cannot be started, or died too often; `retryFailures` restarts it.
  case decoderUnavailable
  case sandboxMissing(SandboxPart)
}

extension DecodingError {
  package init(_ end: EndMessage, within allowance: DecodingAllowance) {
    self =
      switch end {
      case .killed(SIGXCPU): .tookTooLong(.seconds(allowance.processorSeconds))
      // A child whose answer is wanted is killed only by the kernel, when it is out of memory.
      case .killed(SIGKILL): .refused(.outOfMemory)
      // The file was truncated while mapped, or its disk cannot be read.
      case .killed(SIGBUS): .refused(.unreadable(errno: EIO))
      case .killed(let signal): .crashed(signal: signal)
      case .exited(EndMessage.shortageCode, _): .refused(.outOfMemory)
      case .exited: .wrongAnswer
      case .unsandboxed(let part): .sandboxMissing(part)
      case .notStarted(ENOMEM): .refused(.outOfMemory)
      case .notStarted(let errno) where errno == EMFILE || errno == ENFILE:
        .refused(.unreadable(errno: errno))
      case .notStarted: .decoderUnavailable
      }
  }

  /// Signals that a process causes itself; all others were sent to it.
  private static let faults: Set<Int32> = [
    SIGABRT, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP, SIGXFSZ,
  ]

  var isCrash: Bool {
    if case .crashed(let signal) = self { Self.faults.contains(signal) } else { false }
  }

  /// Whether a retry may succeed once the file is no longer being written.
  package var isPassing: Bool {
    switch self {
    case .changing, .unfinished: true
    default: false
    }
  }

  /// Whether the same content would fail again in this run.
  var isOfContent: Bool {
    switch self {
    case .refused(.unsupported), .tookTooLong: true
    default: isLasting
    }
  }

  /// Whether the content would fail again with more time or a codec that was missing.
  package var isLasting: Bool {
    switch self {
    case .refused(.notAnImage), .refused(.empty), .refused(.truncated), .refused(.damaged),
      .refused(.tooManyPixels):
      true
    case .refused: false
    case .fileTooLarge, .wrongAnswer: true
    case .crashed: isCrash
    case .notAFile, .noThread, .changing, .unfinished, .cancelled, .tookTooLong: false
    case .decoderUnavailable, .sandboxMissing: false
    }
  }
}

extension DecodingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .refused(let reason): reason.description
    case .fileTooLarge(let byteCount): "file too large: \(Self.megabytes(byteCount)) MB"
    case .notAFile: "not a file"
    case .noThread: "no free thread"
    case .changing: "being written"
    case .unfinished(let failure): failure.description
    case .cancelled: "cancelled"
    case .tookTooLong(let limit): "took longer than \(Self.seconds(limit)) s"
    case .crashed(SIGSYS): "decoder crashed (forbidden system call)"
    case .crashed: "decoder crashed"
    case .wrongAnswer: "decoder gave a wrong answer"
    case .decoderUnavailable: "decoder unavailable"
    case .sandboxMissing(.privileges): "sandbox lacks the privilege lock"
    case .sandboxMissing(let part): "sandbox lacks \(part)"
    }
  }

  private static func seconds(_ limit: Duration) -> String {
    let tenths = Int((limit / .milliseconds(100)).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  /// Millions of bytes, rounded up, so that the limit itself never appears.
  private static func megabytes(_ byteCount: Int) -> Int {
    byteCount / 1_000_000 + (byteCount % 1_000_000 > 0 ? 1 : 0)
  }
}
