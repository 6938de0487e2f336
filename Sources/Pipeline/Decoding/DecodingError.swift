package import DecoderMessages
import Glibc

/// Why a picture could not be decoded; each case is one short phrase for its cell.
package enum DecodingError: Error, Hashable, Sendable {
  /// Its file or its content gives no picture.
  case refused(PictureError)
  /// The file is larger than is read.
  case fileTooLarge(byteCount: Int)
  /// The path names a folder, a FIFO, a socket or a device.
  case notAFile
  /// The system has no thread to give that could wait for the picture.
  case noThread
  /// The file is being written; to be tried again once it rests.
  case changing
  /// The file was written a moment ago, and may not be all there; carries what would else be wrong with it.
  indirect case unfinished(DecodingError)
  /// The task was cancelled.
  case cancelled
  /// Decoding took longer than it may; carries how long that is.
  case tookTooLong(Duration)
  /// The decoder crashed on this picture, twice in a row; carries the signal that ended it.
  case crashed(signal: Int32)
  /// The decoder answered what cannot be an answer.
  case wrongAnswer
  /// The decoder cannot be started, or has died too often; `retryFailures` starts it again.
  case decoderUnavailable
  /// A part of the sandbox is missing, and nothing is decoded without it.
  case sandboxMissing(SandboxPart)
}

extension DecodingError {
  /// What it means that a child ended without a good answer.
  /// - Parameters:
  ///   - end: How it ended.
  ///   - allowance: What it might use.
  init(_ end: EndMessage, within allowance: DecodingAllowance) {
    self =
      switch end {
      case .killed(SIGXCPU): .tookTooLong(.seconds(allowance.processorSeconds))
      // A child whose answer is wanted is killed by the kernel alone, which needs its memory.
      case .killed(SIGKILL): .refused(.outOfMemory)
      // Its file became shorter, or its disk could not be read.
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

  /// The signals that a process brings upon itself; all others somebody has sent to it.
  private static let faults: Set<Int32> = [
    SIGABRT, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP, SIGXFSZ,
  ]

  /// Whether the child brought its end by a signal upon itself.
  var isCrash: Bool {
    if case .crashed(let signal) = self { Self.faults.contains(signal) } else { false }
  }

  /// Whether the file may be decoded once it rests, so that it is worth trying again.
  package var isPassing: Bool {
    switch self {
    case .changing, .unfinished: true
    default: false
    }
  }

  /// Whether the same content would fail in the same way today.
  var isOfContent: Bool {
    switch self {
    case .refused(.unsupported), .tookTooLong: true
    default: isLasting
    }
  }

  /// Whether the same content would fail in the same way on another day: when the machine has more
  /// time, and when a codec has been installed that it lacked.
  package var isLasting: Bool {
    switch self {
    case .refused(.notAnImage), .refused(.truncated), .refused(.damaged),
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
  /// One short phrase for a cell, in lower case.
  package var description: String {
    switch self {
    case .refused(let reason): reason.description
    case .fileTooLarge(let byteCount): "file too large: \(Self.megabytes(byteCount)) MB"
    case .notAFile: "not a file"
    case .noThread: "no thread to load it with"
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

  /// Seconds, whole where they are: `5`, `0.2`.
  private static func seconds(_ limit: Duration) -> String {
    let tenths = Int((limit / .milliseconds(100)).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  /// Whole megabytes of a million bytes, rounded up, so that the limit itself is never named.
  private static func megabytes(_ byteCount: Int) -> Int {
    byteCount / 1_000_000 + (byteCount % 1_000_000 > 0 ? 1 : 0)
  }
}
