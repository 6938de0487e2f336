import CSandbox
import DecoderMessages
import Descriptors
import Glibc

/// What a child does: it keeps two descriptors, enters the sandbox, decodes, answers and ends.
enum PictureChild<Work: PictureWork> {
  private static var file: Int32 { 3 }
  private static var answer: Int32 { 4 }

  /// Decodes the picture of an order, and ends the process: nothing that belongs to the parent as well
  /// is let go a second time.
  static func run(_ order: borrowing Order, in sandbox: Sandbox) {
    guard csb_keep(order.file.number, order.answer.number) == 0, sandbox.enter() else { _exit(1) }
    var picture = PassedFile(
      Descriptor(taking: file), byteCount: order.request.fileByteCount)
    AnswerChannel(Descriptor(taking: answer)).write(picture.decode(with: Work(order.request)))
    _exit(0)
  }
}
