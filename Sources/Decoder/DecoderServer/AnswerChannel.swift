import DecoderMessages
import Glibc
import Imaging
import System

/// Where a child writes its answer to: once, whole, and in order.
struct AnswerChannel: ~Copyable, Sendable {
  private let channel: Descriptor

  /// Takes the end that was passed with the request.
  init(_ channel: consuming Descriptor) {
    self.channel = channel
  }

  /// Announces the size of the picture.
  borrowing func write(_ size: SizeMessage) {
    write(size.bytes)
  }

  /// Writes an answer; where nobody listens any more the process is ended by SIGPIPE.
  borrowing func write(_ answer: PictureAnswer) {
    write(answer.header.bytes)
    if case .success(let picture) = answer { write(picture.bitmap.bytes) }
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
