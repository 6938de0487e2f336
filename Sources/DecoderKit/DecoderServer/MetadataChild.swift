import Base
import CSandbox
import DecoderProtocol
import Glibc
import Imaging

struct MetadataOrder: ~Copyable {
  let request: MetadataRequest
  let answers: Descriptor
  /// For the report of the child's end; the client closes its end to cancel.
  let reports: Descriptor
  /// Owns the descriptors of the files.
  let message: ReceivedMessage

  init?(_ request: MetadataRequest, _ message: consuming ReceivedMessage) {
    guard message.descriptorCount == 2 + request.fileByteCounts.count else { return nil }
    self.request = request
    answers = message.takeDescriptor()
    reports = message.takeDescriptor()
    self.message = message
  }
}

/// A metadata child: keeps its descriptors, enters the sandbox and answers file by file.
///
/// It has no codec and no thread. A malicious file could only forge answers for later files.
enum MetadataChild<Work: PictureWork> {
  private static var answers: Int32 { 3 }
  private static var firstFile: Int32 { 4 }

  /// Ends the process.
  static func run(_ order: borrowing MetadataOrder, in sandbox: Sandbox) {
    let kept = [order.answers.number] + order.message.descriptorNumbers
    guard unsafe csb_keep(kept, Int32(kept.count)) == 0, sandbox.enter(socket: -1) else { _exit(1) }
    for (index, byteCount) in order.request.fileByteCounts.enumerated() {
      let answer = answer(
        to: order.request.scope, file: firstFile + Int32(index), byteCount: byteCount)
      if writeAll(answer.bytes, to: answers) != nil { break }
    }
    _exit(0)
  }

  private static func answer(
    to scope: MetadataScope, file number: Int32, byteCount: Int
  ) -> MetadataAnswer {
    let file = ReadFile(Descriptor(taking: number))
    let result = Work.metadata(for: scope, byteCount: byteCount, read: file.read)
    return MetadataAnswer(file.failure == 0 ? result : .failure(.unreadable(errno: file.failure)))
  }
}

private final class ReadFile {
  private let file: Descriptor
  private(set) var failure: Int32 = 0

  init(_ file: consuming Descriptor) {
    self.file = file
  }

  func read(_ count: Int, at offset: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    let failure = file.read(count, at: offset, into: &bytes)
    if self.failure == 0 { self.failure = failure }
    return bytes
  }
}
