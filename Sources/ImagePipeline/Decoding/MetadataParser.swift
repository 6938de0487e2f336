import DecoderProtocol

/// Parses the answers of one child to a request for the metadata of many files.
struct MetadataParser: AnswerParser {
  private static let readByteCount = 64 * 1024
  /// Waking up for each answer would take as long as to read it.
  static let gatherTime = Duration.milliseconds(2)

  let allowance = DecodingAllowance.base
  /// The answers of the first files, in order.
  private(set) var results: [MetadataResult] = []
  private let fileCount: Int
  private var received: [UInt8] = []

  init(fileCount: Int) {
    self.fileCount = fileCount
  }

  var partCount: Int { results.count }

  mutating func read(from socket: Int32) -> AnswerProgress {
    while true {
      let count = received.receive(Self.readByteCount, from: socket)
      if count <= 0 {
        guard let progress = AnswerProgress(received: count) else { continue }
        return progress
      }
      do throws(AnswerError) {
        try readAnswers()
      } catch {
        return .invalid
      }
    }
  }

  private mutating func readAnswers() throws(AnswerError) {
    var rest = received[...]
    while rest.count >= MetadataAnswer.frontByteCount {
      guard let count = MetadataAnswer.byteCount(after: rest), results.count < fileCount
      else { throw .notAnAnswer }
      guard rest.count >= MetadataAnswer.frontByteCount + count else { break }
      let content = rest.dropFirst(MetadataAnswer.frontByteCount).prefix(count)
      results.append(try MetadataAnswer(parsing: content).result)
      rest = rest.dropFirst(MetadataAnswer.frontByteCount + count)
    }
    received.removeFirst(received.count - rest.count)
  }
}
