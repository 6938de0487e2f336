import DecoderMessages
import Glibc
import System

/// One picture's talk with the decoder: the answer of the child, and what its parent tells of it.
///
/// It is over when both have ended, so that no child outlives it, nor its permit. A child that
/// is late, not wanted any more or wrong is given up by ending one's own side; its parent then kills it.
struct Exchange: ~Copyable {
  /// How an exchange ended.
  enum Outcome {
    /// The child has ended; carries how, and the answer if there was a whole one.
    case ended(EndMessage, PictureAnswer?)
    /// The child was given up.
    case givenUp(DecodingError)
    /// The decoder itself has died, or does not do its work.
    case dead
  }

  /// How long a decoder may take to kill a child.
  private static let patience = Duration.seconds(1)

  private let answers: SocketPair
  private let reports: SocketPair
  private let cancellation: Int32
  private let limit: Duration
  private var reader: AnswerReader
  private var isAnswerOpen = true
  private var reason: DecodingError?
  private let permit: Permit
  /// When patience ends.
  private var deadline: Deadline

  /// Sends a request to a decoder.
  /// - Parameters:
  ///   - request: What is asked.
  ///   - file: The open file of the picture.
  ///   - decoder: Who is asked.
  ///   - cancellation: A descriptor that can be read once the answer is no longer wanted.
  ///   - limit: How long the answer may take; more where the child announces a large picture.
  ///   - permit: The permit of the picture, which is given back with this.
  /// - Throws: `DecodingError.unreadable` where there are too many open files.
  init(
    _ request: RequestMessage, file: Int32, to decoder: DecoderProcess, cancellation: Int32,
    limit: Duration, under permit: consuming Permit
  ) throws(DecodingError) {
    guard var answers = SocketPair(.stream), var reports = SocketPair(.messages) else {
      throw .refused(.unreadable(errno: EMFILE))
    }
    // A decoder that has gone is noticed at the end of the reports.
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

  /// What the child may use, by the size that it has announced.
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

  /// Takes what the decoder tells of the child, which has ended, and what is left of its answer.
  ///
  /// All of that is there by now; only the end of the channel may be late, where this process is just
  /// starting another one.
  private mutating func end() -> Outcome {
    guard let end = reports.near.receive(atMost: EndMessage.byteCount + 1).flatMap(EndMessage.init)
    else { return .dead }
    if isAnswerOpen { takeAnswer() }
    if let reason { return .givenUp(reason) }
    return .ended(end, reader.answer())
  }
}
