import Base
package import DecoderProtocol
import Glibc
package import Imaging
import Synchronization

/// The frames of an animated image, decoded on demand in one child.
///
/// ```swift
/// let frames = try client.frames(of: .open(photo), in: box, unless: cancellation)
/// while let frame = try frames.next(unless: cancellation) { … }
/// ```
///
/// The child decodes at most one frame ahead; part of that is buffered in the socket. It is killed
/// when the stream is released. To play again, request a new stream. The stream has no permit;
/// the caller must limit itself to one at a time.
package final class FrameStream: Sendable {
  package let start: MovingStart

  private let exchange: Mutex<FrameExchange>

  init(_ start: MovingStart, _ exchange: consuming FrameExchange) {
    self.start = start
    self.exchange = Mutex(exchange)
  }

  /// The next frame, nil after the last; blocks, one call at a time.
  ///
  /// Errors are final. Cancelling ends the stream.
  package func next(
    unless cancellation: CancellationSignal
  ) throws(DecodingError) -> MovingFrame? {
    let result = exchange.withLock { $0.next(unless: cancellation.number) }
    return try result.get()
  }

  /// Whether all expected frames arrived; false before the last one.
  package var isComplete: Bool { exchange.withLock { $0.isComplete } }
}

/// The exchange with a decoder about the frames of one image.
struct FrameExchange: ~Copyable {
  typealias Outcome = Result<MovingFrame?, DecodingError>

  private let answers: SocketPair
  private let reports: SocketPair
  /// Kept alive: its children end with the decoder.
  private let decoder: DecoderProcess
  private let limit: Duration
  private var reader: FrameReader
  private var isAnswerOpen = true
  private var ending: Outcome?

  /// `limit` applies to each frame, and is extended if the child announces a large image.
  init(
    _ request: FramesRequest, file: Int32, to decoder: DecoderProcess, limit: Duration
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
    self.decoder = decoder
    self.limit = limit
    reader = FrameReader(to: request)
  }

  /// Whether the end was reached and nothing is missing.
  var isComplete: Bool { reader.end?.isComplete ?? false }

  /// Waits for the start; blocks; nil if the decoder died, which is not the image's fault.
  mutating func start(unless cancellation: Int32) -> Result<MovingStart, DecodingError>? {
    while true {
      if let start = reader.start { return .success(start) }
      if case .failure(let reason) = ending {
        return reason == .decoderUnavailable ? nil : .failure(reason)
      }
      if ending != nil { return .failure(.wrongAnswer) }
      wait(unless: cancellation)
    }
  }

  mutating func next(unless cancellation: Int32) -> Outcome {
    while true {
      if let frame = reader.takeFrame() { return .success(frame) }
      if let ending { return ending }
      wait(unless: cancellation)
    }
  }

  private mutating func wait(unless cancellation: Int32) {
    var deadline = Deadline(in: reader.allowance.scaled(limit))
    let had = reader.start
    while ending == nil, !reader.hasFrame, reader.start == had {
      let ready = Polling.wait(
        for: [reports.near.number, isAnswerOpen ? answers.near.number : -1, cancellation],
        atMost: deadline.left())
      let isOver = deadline.isOver()
      if ready[1] { takeAnswer() }
      deadline.change(to: reader.allowance.scaled(limit))
      if ready[2] {
        giveUp(.cancelled)
      } else if ready[0], !ready[1] {
        takeReport()
      } else if isOver, !ready.contains(true) {
        giveUp(.tookTooLong(deadline.limit))
      }
    }
  }

  private mutating func takeAnswer() {
    switch reader.take(from: answers.near.number) {
    case .open: break
    case .ended: isAnswerOpen = false
    case .wrong: giveUp(.wrongAnswer)
    }
  }

  /// Reads the report of the child's end; all of its answer has been read before.
  private mutating func takeReport() {
    guard let end = reports.near.receive(atMost: EndMessage.byteCount + 1).flatMap(EndMessage.init)
    else { return giveUp(.decoderUnavailable) }
    switch (end, reader.refusal, reader.end) {
    case (.exited(code: 0, _), let reason?, _): ending = .failure(.refused(reason))
    case (.exited(code: 0, _), nil, _?): ending = .success(nil)
    default: ending = .failure(DecodingError(end, within: reader.allowance))
    }
  }

  /// Closes this side, so that the decoder kills the child.
  private mutating func giveUp(_ reason: DecodingError) {
    ending = .failure(reason)
    isAnswerOpen = false
    reports.endSending()
  }
}

extension DecoderClient {
  private static var attempts: Int { 3 }

  package func frames(
    of source: ImageSource, in box: PixelSize, unless cancellation: CancellationSignal
  ) throws(DecodingError) -> FrameStream {
    let file = try source.opened()
    let format = try file.format()
    guard let role = DecoderRole(for: format) else {
      throw .refused(.unsupported(format.description))
    }
    guard let supervisor = decoders[role] else { throw .decoderUnavailable }
    let request = FramesRequest(box: box, fileByteCount: file.version.byteCount)
    for _ in 0..<Self.attempts {
      try cancellation.check()
      let decoder = try supervisor.process()
      let state = decoder.awaitStart(unless: cancellation.number)
      switch state {
      case .ready: break
      case .interrupted: throw .cancelled
      case .ended, .silent:
        supervisor.discard(decoder, isHopeless: state == .silent)
        continue
      }
      var exchange = try FrameExchange(request, file: file.number, to: decoder, limit: limit)
      if let start = exchange.start(unless: cancellation.number) {
        return FrameStream(try start.get(), exchange)
      }
      supervisor.discard(decoder)
    }
    throw .decoderUnavailable
  }
}
