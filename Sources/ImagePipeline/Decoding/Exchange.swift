import Base
import DecoderProtocol
import Glibc

/// One request to a decoder: the answer of the child, and the report of its parent.
///
/// It is over when both have ended, so that neither child nor permit outlives it. A child that is
/// late, cancelled or invalid is given up by closing this side; its parent then kills it.
struct Exchange: ~Copyable {
  enum Outcome {
    /// The child has ended; with its answer if that is complete.
    case ended(EndMessage, PictureAnswer?)
    case givenUp(DecodingError)
    /// The decoder itself has died, or does not respond.
    case dead
  }

  /// Time for a decoder to kill a child.
  private static let patience = Duration.seconds(1)

  private let answers: SocketPair
  private let reports: SocketPair
  private let cancellation: Int32
  private let limit: Duration
  private var reader: AnswerReader
  private var isAnswerOpen = true
  private var reason: DecodingError?
  private let permit: Permit
  private var deadline: Deadline

  /// `permit` is released with the exchange; `limit` is extended for large images.
  init(
    _ request: RequestMessage, file: Int32, to decoder: DecoderProcess, cancellation: Int32,
    limit: Duration, under permit: consuming Permit
  ) throws(DecodingError) {
    guard var answers = SocketPair(.stream), var reports = SocketPair(.messages) else {
      throw .refused(.unreadable(errno: EMFILE))
    }
    // A dead decoder is detected at the end of the reports.
    _ = decoder.send(request, file: file, answer: answers.far, reports: reports.far)
    answers.closeFar()
    reports.closeFar()
    self.answers = answers
    self.reports = reports
    self.cancellation = cancellation
    self.limit = limit
    self.permit = permit
    deadline = Deadline(in: limit)
    reader = AnswerReader(to: request)
  }

  /// Resource limits of the child, by the size that it announced.
  var allowance: DecodingAllowance { reader.allowance }

  /// Waits until it is over; blocks.
  mutating func outcome() -> Outcome {
    while true {
      let ready = Polling.wait(
        for: [
          reports.near.number, isAnswerOpen ? answers.near.number : -1,
          reason == nil ? cancellation : -1,
        ], atMost: deadline.left())
      let isOver = deadline.isOver()
      if ready[1] { takeAnswer() }
      if ready[2] { giveUp(.cancelled) }
      if ready[0] { return end() }
      guard isOver, !ready.contains(true) else { continue }
      guard reason == nil else { return .dead }
      giveUp(.tookTooLong(deadline.limit))
    }
  }

  private mutating func takeAnswer() {
    let progress = reader.take(from: answers.near.number)
    if reason == nil { deadline.change(to: allowance.scaled(limit)) }
    switch progress {
    case .open: break
    case .ended: isAnswerOpen = false
    case .wrong: giveUp(.wrongAnswer)
    }
  }

  private mutating func giveUp(_ reason: DecodingError) {
    guard self.reason == nil else { return }
    self.reason = reason
    isAnswerOpen = false
    reports.endSending()
    deadline = Deadline(in: Self.patience)
  }

  /// Reads the report of the child's end, and the rest of its answer.
  ///
  /// All of that is there by now; only the end of the channel may be late, if this process is
  /// spawning another decoder.
  private mutating func end() -> Outcome {
    guard let end = reports.near.receive(atMost: EndMessage.byteCount + 1).flatMap(EndMessage.init)
    else { return .dead }
    if isAnswerOpen { takeAnswer() }
    if let reason { return .givenUp(reason) }
    return .ended(end, reader.answer())
  }
}
