import Base
import DecoderProtocol
import Glibc

/// Parses a decoder's answer as it arrives; the decoder may be compromised.
protocol AnswerParser: Sendable {
  /// How long answers gather before they are read.
  static var gatherTime: Duration { get }
  /// The child's limits, by the image size that it has announced.
  var allowance: DecodingAllowance { get }
  /// Parts that have been read whole; the time limit begins anew with each.
  var partCount: Int { get }

  /// Reads the available bytes of the socket; does not block.
  mutating func read(from socket: Int32) -> AnswerProgress
}

extension AnswerParser {
  static var gatherTime: Duration { .zero }
  var partCount: Int { 0 }
}

/// Parses an answer of records, which are buffered until they are whole.
protocol RecordParser: AnswerParser {
  static var readByteCount: Int { get }
  static var frontByteCount: Int { get }
  var received: [UInt8] { get set }

  /// The length of a record's content; nil if its front is invalid or no record is expected.
  func byteCount(after front: ArraySlice<UInt8>) -> Int?
  /// Takes a whole record; false if it is invalid or was not requested.
  mutating func take(_ record: ArraySlice<UInt8>) -> Bool
}

extension RecordParser {
  mutating func read(from socket: Int32) -> AnswerProgress {
    while true {
      let count = received.receive(Self.readByteCount, from: socket)
      if count <= 0 {
        guard let progress = AnswerProgress(received: count) else { continue }
        return progress
      }
      var rest = received[...]
      while rest.count >= Self.frontByteCount {
        guard let count = byteCount(after: rest) else { return .invalid }
        let record = rest.prefix(Self.frontByteCount + count)
        guard record.count == Self.frontByteCount + count else { break }
        guard take(record) else { return .invalid }
        rest = rest.dropFirst(record.count)
      }
      received.removeFirst(received.count - rest.count)
    }
  }
}

enum AnswerProgress {
  case open
  case ended
  /// The bytes are not an answer to the request, or exceed one.
  case invalid
}

/// One request to a decoder: the answer of its child, and the decoder's report of the child's end.
///
/// Abandons a slow, unwanted or invalid child by closing this side for writing; it is killed then.
struct DecoderCall<Parser: AnswerParser>: ~Copyable {
  enum Ending {
    /// `abandoned` is why this side had given the child up before.
    case reported(EndMessage, abandoned: DecodingError?)
    /// The decoder itself has died, or did not kill the child in time.
    case decoderDied
  }

  /// Time for a decoder to kill an abandoned child.
  private static var killTime: Duration { .seconds(1) }

  var parser: Parser
  /// Nil while the child runs, as far as this side knows.
  private(set) var ending: Ending?
  private(set) var abandoned: DecodingError?
  private let answers, reports: SocketPair
  /// Retained: a decoder's children die with it.
  private let decoder: DecoderProcess
  private let limit: Duration
  private var deadline: Deadline
  private var isAnswerOpen = true

  /// Sends an encoded request with the descriptors of the open photos.
  ///
  /// `limit` is the time for each part of the answer; the parser's allowance scales it. Throws
  /// `.refused(.unreadable)` if there are too many open files.
  init(
    _ request: [UInt8], files: [Int32], to decoder: DecoderProcess, parser: consuming Parser,
    limit: Duration
  ) throws(DecodingError) {
    guard var answers = SocketPair(.stream), var reports = SocketPair(.messages) else {
      throw .refused(.unreadable(errno: EMFILE))
    }
    // If the decoder has gone, the reports end at once.
    decoder.send(request, with: [answers.far, reports.far] + files)
    answers.closeFar()
    reports.closeFar()
    self.answers = answers
    self.reports = reports
    self.parser = parser
    (self.decoder, self.limit) = (decoder, limit)
    deadline = Deadline(in: limit)
  }

  /// Reads until the child has ended and all of its answer has been read; blocks.
  mutating func finish(unless cancellation: Int32) -> Ending {
    while true {
      if let ending { return ending }
      step(unless: cancellation)
    }
  }

  /// Reads until a condition holds, or the child has ended or was abandoned; blocks. The time limit
  /// begins anew.
  mutating func read(until isMet: (Parser) -> Bool, unless cancellation: Int32) {
    deadline = Deadline(in: parser.allowance.scaled(limit))
    while ending == nil, abandoned == nil, !isMet(parser) { step(unless: cancellation) }
  }

  private mutating func step(unless cancellation: Int32) {
    // The order matters: bytes sent before the child's end was reported are seen by the same poll.
    let ready = Polling.wait(
      for: [
        reports.near.number, isAnswerOpen ? answers.near.number : -1,
        abandoned == nil ? cancellation : -1,
      ], atMost: deadline.left())
    let isOver = deadline.isOver()
    if ready[1] {
      if Parser.gatherTime > .zero, !ready[0] {
        _ = Polling.wait(for: [reports.near.number], atMost: Parser.gatherTime)
      }
      readAnswer()
    }
    if ready[2] { abandon(.cancelled) }
    if ready[0], !ready[1] {
      let report = reports.near.receive(atMost: EndMessage.byteCount + 1)
      ending =
        report.flatMap(EndMessage.init).map { .reported($0, abandoned: abandoned) } ?? .decoderDied
    } else if isOver, !ready.contains(true) {
      if abandoned != nil { ending = .decoderDied } else { abandon(.tookTooLong(deadline.limit)) }
    }
  }

  private mutating func readAnswer() {
    let partCount = parser.partCount
    let progress = parser.read(from: answers.near.number)
    if abandoned == nil {
      if parser.partCount > partCount { deadline = Deadline(in: limit) }
      deadline.change(to: parser.allowance.scaled(limit))
    }
    switch progress {
    case .open: break
    case .ended: isAnswerOpen = false
    case .invalid: abandon(.wrongAnswer)
    }
  }

  private mutating func abandon(_ reason: DecodingError) {
    guard abandoned == nil else { return }
    abandoned = reason
    isAnswerOpen = false
    reports.endSending()
    deadline = Deadline(in: Self.killTime)
  }
}

extension [UInt8] {
  /// Appends up to `count` available bytes; returns the result of recv(2); does not block.
  mutating func receive(_ count: Int, from socket: Int32) -> Int {
    var received = 0
    append(addingCapacity: count) { span in
      unsafe span.withUnsafeMutableBufferPointer { buffer, initialized in
        received = unsafe recv(socket, buffer.baseAddress, count, Int32(MSG_DONTWAIT))
        initialized = Swift.max(0, received)
      }
    }
    return received
  }
}

extension AnswerProgress {
  /// The meaning of a failed or empty recv(2); nil to try again.
  init?(received count: Int) {
    if count == 0 {
      self = .ended
    } else if errno == EINTR {
      return nil
    } else {
      self = errno == EAGAIN ? .open : .ended
    }
  }
}
