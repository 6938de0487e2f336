import DecoderMessages
import Descriptors
import Glibc
import Imaging

/// Where a child is told that it is its turn, and where it writes its answer to: once, whole, and in
/// order.
struct AnswerChannel: ~Copyable {
  private let channel: Descriptor

  /// Takes the end that was passed with the request.
  init(_ channel: consuming Descriptor) {
    self.channel = channel
  }

  /// Waits until it is this child's turn; false where nobody wants the answer any more.
  borrowing func awaitTurn() -> Bool {
    var message = [UInt8](repeating: 0, count: TurnMessage.bytes.count)
    var count: Int
    repeat {
      count = unsafe read(channel.number, &message, message.count)
    } while count < 0 && errno == EINTR
    return count == message.count && message == TurnMessage.bytes
  }

  /// Writes an answer; where nobody listens any more the process is ended by SIGPIPE.
  borrowing func write(_ answer: PictureAnswer) {
    write(answer.header.bytes)
    if case .picture(let bitmap, _) = answer { write(bitmap.bytes) }
  }

  private borrowing func write(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      var written = 0
      while written < buffer.count {
        let count = unsafe Glibc.write(
          channel.number, buffer.baseAddress?.advanced(by: written), buffer.count - written)
        guard count > 0 || errno == EINTR else { return }
        written += max(0, count)
      }
    }
  }
}
