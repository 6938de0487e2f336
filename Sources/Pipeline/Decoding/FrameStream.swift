package import DecoderMessages
import Glibc
package import Imaging
import PictureFormats
import Synchronization
import System

/// The frames of a picture that moves, each decoded when it is asked for, in one child for all of them.
///
///     let frames = try client.frames(of: .open(photo), in: box, unless: cancellation)
///     while let frame = try frames.next(unless: cancellation) { … }
///
/// The child is held up by whoever does not take its frames: it has decoded one more at most, and some of
/// that waits in the socket. It is killed when this is let go. A picture that is to be played again is asked
/// for again. It holds no permit of the pictures that are decoded meanwhile: one at a time is enough for
/// anybody, which is the caller's to keep.
package final class FrameStream: Sendable {
  /// What is known before the first frame.
  package let start: MovingStart

  private let exchange: Mutex<FrameExchange>

  init(_ start: MovingStart, _ exchange: consuming FrameExchange) {
    self.start = start
    self.exchange = Mutex(exchange)
  }

  /// Takes the next frame; blocks, on any thread that may wait, one at a time.
  /// - Parameter cancellation: Ends the stream.
  /// - Returns: The frame; nil behind the last one, and always after that.
  /// - Throws: The reason why there is no further frame, and the same from then on.
  package func next(
    unless cancellation: CancellationSignal
  ) throws(DecodingError) -> MovingFrame? {
    let result = exchange.withLock { $0.next(unless: cancellation.number) }
    return try result.get()
  }

  /// Whether all frames have come that the file should have; false before the last one.
  package var isComplete: Bool { exchange.withLock { $0.isComplete } }
}

/// The talk with a decoder about the frames of one picture.
struct FrameExchange: ~Copyable {
  typealias Outcome = Result<MovingFrame?, DecodingError>

  private let answers: SocketPair
  private let reports: SocketPair
  /// Let go of at last: without its decoder no child lives.
  private let decoder: DecoderProcess
  private let limit: Duration
  private var reader: FrameReader
  private var isAnswerOpen = true
  /// What came of it, once it is over.
  private var ending: Outcome?

  /// Sends a request to a decoder.
  /// - Parameters:
  ///   - request: What is asked.
  ///   - file: The open file of the picture.
  ///   - decoder: Who is asked.
  ///   - limit: How long each frame may take; more where the child announces a large picture.
  /// - Throws: `DecodingError.unreadable` where there are too many open files.
  init(
    _ request: FramesRequest, file: Int32, to decoder: DecoderProcess, limit: Duration
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
    self.decoder = decoder
    self.limit = limit
    reader = FrameReader(to: request)
  }

  /// Whether the end has come, and says that nothing is missing.
  var isComplete: Bool { reader.end?.isComplete ?? false }

  /// Waits for what stands before the first frame; blocks.
  /// - Returns: It, or why there is none; nil where the decoder has died, which is not the picture's
  ///   fault.
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

  /// Waits for the next frame; blocks.
  mutating func next(unless cancellation: Int32) -> Outcome {
    while true {
      if let frame = reader.takeFrame() { return .success(frame) }
      if let ending { return ending }
      wait(unless: cancellation)
    }
  }

  /// Waits until a frame is there, or it is over.
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

  /// Takes what the decoder tells of the child, which has ended; all of its answer has been read by then.
  private mutating func takeReport() {
    guard let end = reports.near.receive(atMost: EndMessage.byteCount + 1).flatMap(EndMessage.init)
    else { return giveUp(.decoderUnavailable) }
    switch (end, reader.refusal, reader.end) {
    case (.exited(code: 0, _), let reason?, _): ending = .failure(.refused(reason))
    case (.exited(code: 0, _), nil, _?): ending = .success(nil)
    default: ending = .failure(DecodingError(end, within: reader.allowance))
    }
  }

  /// Ends one's own side, so that the decoder kills the child.
  private mutating func giveUp(_ reason: DecodingError) {
    ending = .failure(reason)
    isAnswerOpen = false
    reports.endSending()
  }
}

extension DecoderClient {
  /// How often a picture is asked for again because its decoder has died.
  private static var attempts: Int { 3 }

  /// Begins to play a picture in a child of its decoder, as `ImageDecoding` says.
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
