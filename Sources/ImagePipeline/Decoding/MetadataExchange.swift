import Base
import DecoderProtocol
import Glibc
import Imaging

/// One child's reading of many files; ends like an `Exchange`, with a time limit for each answer.
struct MetadataExchange: ~Copyable {
  struct Outcome {
    var results: [MetadataResult] = []
    /// Why the next file has no answer; nil if all have, or no child was forked.
    var failure: DecodingError?
    /// Whether the decoder itself has died, or does not respond.
    var isDead = false
  }

  /// Time for a decoder to kill a child.
  private static let patience = Duration.seconds(1)
  private static let pieceLength = 64 * 1024
  /// Delay to batch answers: waking up for each would take as long as reading it.
  private static let gathering = Duration.milliseconds(2)

  private let fileCount: Int
  private let answers: SocketPair
  private let reports: SocketPair
  private let cancellation: Int32
  private let permit: Permit
  private let limit: Duration
  private var deadline: Deadline
  private var isOpen = true
  private var received: [UInt8] = []
  private var outcome = Outcome()
  private var reason: DecodingError?

  /// `permit` is released with the exchange; `limit` applies to each answer.
  init(
    _ request: MetadataRequest, files: [Int32], to decoder: DecoderProcess, cancellation: Int32,
    limit: Duration, under permit: consuming Permit
  ) throws(DecodingError) {
    guard var answers = SocketPair(.stream), var reports = SocketPair(.messages) else {
      throw .refused(.unreadable(errno: EMFILE))
    }
    // A dead decoder is detected at the end of the reports.
    _ = decoder.send(request, files: files, answers: answers.far, reports: reports.far)
    answers.closeFar()
    reports.closeFar()
    fileCount = files.count
    self.answers = answers
    self.reports = reports
    self.cancellation = cancellation
    self.limit = limit
    self.permit = permit
    deadline = Deadline(in: limit)
  }

  /// Waits until it is over; blocks.
  consuming func finish() -> Outcome {
    while true {
      let ready = Polling.wait(
        for: [
          reports.near.number, isOpen ? answers.near.number : -1, reason == nil ? cancellation : -1,
        ], atMost: deadline.left())
      let isOver = deadline.isOver()
      if ready[1] {
        if !ready[0] { _ = Polling.wait(for: [reports.near.number], atMost: Self.gathering) }
        takeAnswers()
      }
      if ready[2] { giveUp(.cancelled) }
      if ready[0] { return end() }
      guard isOver, !ready.contains(true) else { continue }
      guard reason == nil else {
        outcome.isDead = true
        return outcome
      }
      giveUp(.tookTooLong(limit))
    }
  }

  /// Reads what is available; never waits.
  private mutating func takeAnswers() {
    var piece = [UInt8](repeating: 0, count: Self.pieceLength)
    while isOpen {
      let count = unsafe recv(answers.near.number, &piece, piece.count, Int32(MSG_DONTWAIT))
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      guard count > 0 else { return isOpen = false }
      received += piece.prefix(count)
      do throws(AnswerError) {
        try readAnswers()
      } catch {
        return giveUp(.wrongAnswer)
      }
    }
  }

  private mutating func readAnswers() throws(AnswerError) {
    var rest = received[...]
    while rest.count >= MetadataAnswer.frontByteCount {
      guard let count = MetadataAnswer.byteCount(after: rest), outcome.results.count < fileCount
      else { throw .notAnAnswer }
      guard rest.count >= MetadataAnswer.frontByteCount + count else { break }
      let content = rest.dropFirst(MetadataAnswer.frontByteCount).prefix(count)
      outcome.results.append(try MetadataAnswer(parsing: content).result)
      rest = rest.dropFirst(MetadataAnswer.frontByteCount + count)
      deadline = Deadline(in: limit)
    }
    received.removeFirst(received.count - rest.count)
  }

  private mutating func giveUp(_ reason: DecodingError) {
    guard self.reason == nil else { return }
    self.reason = reason
    isOpen = false
    reports.endSending()
    deadline = Deadline(in: Self.patience)
  }

  /// Reads the report of the child's end, and the rest of its answers.
  private consuming func end() -> Outcome {
    guard let end = reports.near.receive(atMost: EndMessage.byteCount + 1).flatMap(EndMessage.init)
    else {
      outcome.isDead = true
      return outcome
    }
    if isOpen { takeAnswers() }
    outcome.failure = reason ?? failure(end)
    return outcome
  }

  private func failure(_ end: EndMessage) -> DecodingError? {
    outcome.results.count < fileCount ? DecodingError(end, within: .base) : nil
  }
}
