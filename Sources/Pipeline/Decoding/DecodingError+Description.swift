import DecoderMessages
import Glibc
import Imaging
import Values

extension DecodingError: CustomStringConvertible {
  /// One short phrase for a cell, in lower case.
  package var description: String {
    switch self {
    case .notAnImage: "not an image"
    case .unsupported(let kind): "unsupported: \(kind)"
    case .truncated: "truncated"
    case .damaged: "damaged"
    case .tooManyPixels(let size): "too large: \(size)"
    case .fileTooLarge(let byteCount): "file too large: \(Self.megabytes(byteCount)) MB"
    case .notAFile: "not a file"
    case .unreadable(let errno): "\(SystemError(errno))"
    case .noThumbnail: "no thumbnail"
    case .outOfMemory: "out of memory"
    case .noThread: "no thread to load it with"
    case .changing: "being written"
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
