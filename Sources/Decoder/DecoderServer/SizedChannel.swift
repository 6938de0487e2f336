import CSandbox
import DecoderMessages
import Synchronization

/// The channel of an answer, before which a size may be announced once.
final class SizedChannel: Sendable {
  private let channel: AnswerChannel
  private let isAnnounced = Atomic(false)

  init(_ channel: consuming AnswerChannel) {
    self.channel = channel
  }

  /// Raises the limits of this process for a picture of so many pixels, and lets the interface know;
  /// all but the first call do nothing.
  func announce(pixelCount: Int) {
    guard !isAnnounced.exchange(true, ordering: .relaxed) else { return }
    let allowance = DecodingAllowance(pixelCount: pixelCount)
    csb_allow(UInt64(allowance.processorSeconds), UInt64(allowance.memory))
    channel.write(SizeMessage(pixelCount: pixelCount))
  }

  /// Writes the answer, after which nothing may be announced.
  func write(_ answer: PictureAnswer) {
    channel.write(answer)
  }
}
