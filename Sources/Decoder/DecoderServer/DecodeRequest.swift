import DecoderMessages
import System

/// A request that has arrived, with the three descriptors that belong to it.
struct DecodeRequest: ~Copyable {
  let request: RequestMessage
  /// The file of the picture, open for reading.
  let file: Descriptor
  /// Where the answer goes.
  let answer: Descriptor
  /// Where is told how it ended; closed on the other side as soon as nobody wants it any more.
  let reports: Descriptor

  /// Takes a request out of a message; nil where it is none.
  init?(_ message: consuming ReceivedMessage) {
    guard message.descriptorCount == 3, let request = RequestMessage(parsing: message.bytes)
    else { return nil }
    self.request = request
    file = message.takeDescriptor()
    answer = message.takeDescriptor()
    reports = message.takeDescriptor()
  }
}
