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

  private let call: Mutex<DecoderCall<FrameParser>>

  fileprivate init(_ start: MovingStart, _ call: consuming DecoderCall<FrameParser>) {
    self.start = start
    self.call = Mutex(call)
  }

  /// The next frame; nil after the last one. Blocks; for one thread at a time.
  ///
  /// Once there is no further frame, every call throws the same error.
  package func next(unless cancellation: CancellationSignal) throws(DecodingError) -> MovingFrame? {
    try call.withLock { $0.next(unless: cancellation.number) }.get()
  }

  /// Whether all frames were there and whole; false before the last one.
  package var isComplete: Bool { call.withLock { $0.parser.end?.isComplete ?? false } }
}

extension DecoderCall where Parser == FrameParser {
  /// Waits for what precedes the first frame; nil if the decoder died.
  fileprivate mutating func start(unless cancellation: Int32) throws(DecodingError) -> MovingStart?
  {
    read(until: { $0.start != nil }, unless: cancellation)
    if let start = parser.start { return start }
    guard let error = error() else { throw .wrongAnswer }
    if error == .decoderUnavailable { return nil }
    throw error
  }

  fileprivate mutating func next(
    unless cancellation: Int32
  ) -> Result<MovingFrame?, DecodingError> {
    read(until: \.hasFrame, unless: cancellation)
    if let frame = parser.takeFrame() { return .success(frame) }
    return error().map(Result.failure) ?? .success(nil)
  }

  /// Why the call has ended; nil if all frames have come.
  private func error() -> DecodingError? {
    if let abandoned { return abandoned }
    guard case .reported(let end, _) = ending else { return .decoderUnavailable }
    switch (end, parser.refusal, parser.end) {
    case (.exited(code: 0, _), let reason?, _): return .refused(reason)
    case (.exited(code: 0, _), nil, _?): return nil
    default: return DecodingError(end, within: parser.allowance)
    }
  }
}

extension DecoderClient {
  package func frames(
    of source: ImageSource, in box: PixelSize, unless cancellation: CancellationSignal
  ) throws(DecodingError) -> FrameStream {
    let file = try source.opened()
    let format = try file.format()
    guard let role = format.descriptor.decoder else {
      throw .refused(.unsupported(format.description))
    }
    let request = FramesRequest(box: box, fileByteCount: file.version.byteCount)
    return try call(role, unless: cancellation) {
      process throws(DecodingError) -> FrameStream? in
      var call = try DecoderCall(
        request.bytes, files: [file.number], to: process, parser: FrameParser(request),
        limit: limit)
      guard let start = try call.start(unless: cancellation.number) else { return nil }
      return FrameStream(start, call)
    }
  }
}
