import Base
package import DecoderProtocol
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

  private let state: Mutex<FrameCall>

  init(_ start: MovingStart, _ call: consuming FrameCall) {
    self.start = start
    state = Mutex(call)
  }

  /// The next frame; nil after the last one. Blocks; for one thread at a time.
  /// - Throws: Why there is no further frame; the same error from then on.
  package func next(
    unless cancellation: CancellationSignal
  ) throws(DecodingError) -> MovingFrame? {
    try state.withLock { $0.next(unless: cancellation.number) }.get()
  }

  /// Whether all frames were there and whole; false before the last one.
  package var isComplete: Bool { state.withLock { $0.call.parser.end?.isComplete ?? false } }
}

/// A call for the frames of one picture.
struct FrameCall: ~Copyable {
  fileprivate var call: DecoderCall<FrameParser>

  init(_ call: consuming DecoderCall<FrameParser>) {
    self.call = call
  }

  /// Waits for what precedes the first frame; nil where the decoder died.
  mutating func start(unless cancellation: Int32) throws(DecodingError) -> MovingStart? {
    call.read(until: { $0.start != nil }, unless: cancellation)
    if let start = call.parser.start { return start }
    guard let error = error() else { throw .wrongAnswer }
    if error == .decoderUnavailable { return nil }
    throw error
  }

  /// Waits for the next frame.
  mutating func next(unless cancellation: Int32) -> Result<MovingFrame?, DecodingError> {
    call.read(until: \.hasFrame, unless: cancellation)
    if let frame = call.parser.takeFrame() { return .success(frame) }
    return error().map(Result.failure) ?? .success(nil)
  }

  /// Why the call has ended; nil where all frames have come.
  private func error() -> DecodingError? {
    if let reason = call.abandoned { return reason }
    guard case .reported(let end, _) = call.ending else { return .decoderUnavailable }
    switch (end, call.parser.refusal, call.parser.end) {
    case (.exited(code: 0, _), let reason?, _): return .refused(reason)
    case (.exited(code: 0, _), nil, _?): return nil
    default: return DecodingError(end, within: call.parser.allowance)
    }
  }
}

extension DecoderClient {
  /// Begins to play a picture in a child of its decoder, as `ImageDecoding` says.
  package func frames(
    of source: ImageSource, in box: PixelSize, unless cancellation: CancellationSignal
  ) throws(DecodingError) -> FrameStream {
    let file = try source.opened()
    let format = try file.format()
    guard let role = format.descriptor.decoder else {
      throw .refused(.unsupported(format.description))
    }
    guard let supervisor = decoders[role] else { throw .decoderUnavailable }
    let request = FramesRequest(box: box, fileByteCount: file.version.byteCount)
    for _ in 0..<Self.attempts {
      try cancellation.check()
      guard let decoder = try supervisor.readyProcess(unless: cancellation.number) else { continue }
      var frames = FrameCall(
        try DecoderCall(
          request.bytes, files: [file.number], to: decoder, parser: FrameParser(request),
          limit: limit))
      if let start = try frames.start(unless: cancellation.number) {
        return FrameStream(start, frames)
      }
      supervisor.discard(decoder)
    }
    throw .decoderUnavailable
  }
}
