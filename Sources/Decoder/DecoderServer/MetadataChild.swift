import CSandbox
import DecoderMessages
import Glibc
import Imaging
import System

/// A request for metadata that has arrived, with its descriptors.
struct MetadataOrder: ~Copyable {
  let request: MetadataRequest
  /// Where the answers go.
  let answers: Descriptor
  /// Where is told how the child ended; closed on the other side as soon as nobody wants it any more.
  let reports: Descriptor
  /// The files, open for reading; they are closed with the message.
  let message: ReceivedMessage

  /// Takes the descriptors out of a message; nil where they are not as many as the files.
  init?(_ request: MetadataRequest, _ message: consuming ReceivedMessage) {
    guard message.descriptorCount == 2 + request.fileByteCounts.count else { return nil }
    self.request = request
    answers = message.takeDescriptor()
    reports = message.takeDescriptor()
    self.message = message
  }
}

/// What a child does that reads metadata: it keeps its descriptors, enters the sandbox, and answers for
/// one file after another.
///
/// It has no codec at work and no thread. A file that takes it over could lie about those behind it in
/// the request, and about nothing else.
enum MetadataChild<Work: PictureWork> {
  private static var answers: Int32 { 3 }
  private static var firstFile: Int32 { 4 }

  /// Reads all files that are asked for, and ends the process.
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

/// An open file that is read here and there, and remembers that it could not be.
private final class ReadFile {
  private let file: Descriptor
  /// The first `errno`; zero for none.
  private(set) var failure: Int32 = 0

  init(_ file: consuming Descriptor) {
    self.file = file
  }

  /// Reads so many bytes from an offset; fewer where there are no more.
  func read(_ count: Int, at offset: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    let failure = file.read(count, at: offset, into: &bytes)
    if self.failure == 0 { self.failure = failure }
    return bytes
  }
}
