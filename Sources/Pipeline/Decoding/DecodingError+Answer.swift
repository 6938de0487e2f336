import DecoderMessages
import Glibc
import Imaging

extension DecodingError {
  /// The client's word for a decoder's reason.
  init(_ reason: PictureError) {
    self =
      switch reason {
      case .notAnImage: .notAnImage
      case .unsupported(let kind): .unsupported(kind)
      case .truncated: .truncated
      case .damaged: .damaged
      case .tooManyPixels(let size): .tooManyPixels(size)
      case .noThumbnail: .noThumbnail
      case .outOfMemory: .outOfMemory
      case .unreadable(let errno): .unreadable(errno: errno)
      }
  }

  /// What it means that a child ended without a good answer.
  /// - Parameters:
  ///   - end: How it ended.
  ///   - allowance: What it might use.
  init(_ end: EndMessage, within allowance: DecodingAllowance) {
    self =
      switch end {
      case .killed(SIGXCPU): .tookTooLong(.seconds(allowance.processorSeconds))
      // A child whose answer is wanted is killed by the kernel alone, which needs its memory.
      case .killed(SIGKILL): .outOfMemory
      // Its file became shorter, or its disk could not be read.
      case .killed(SIGBUS): .unreadable(errno: EIO)
      case .killed(let signal): .crashed(signal: signal)
      case .exited(EndMessage.shortageCode, _): .outOfMemory
      case .exited: .wrongAnswer
      case .unsandboxed(let part): .sandboxMissing(part)
      case .notStarted(ENOMEM): .outOfMemory
      case .notStarted(let errno) where errno == EMFILE || errno == ENFILE:
        .unreadable(errno: errno)
      case .notStarted: .decoderUnavailable
      }
  }
}
