import Base
import DecoderProtocol
import Imaging
import Synchronization

/// Decodes the frames of one photo in one child of a decoder, started by the first `next()`.
final class DecodedMotion: PhotoMotion {
  private struct State {
    var stream: FrameStream?
    var count = 0
  }

  /// Larger frames are not played: three of them take 96 MB.
  private static let largestFrame = 8 << 20

  private let request: ImageRequest
  private let pictures: any PictureLoading
  private let queue: WorkQueue
  private let state = Mutex(State())

  init(of request: ImageRequest, pictures: any PictureLoading, queue: WorkQueue) {
    self.request = request
    self.pictures = pictures
    self.queue = queue
  }

  func next() async throws(ImageError.Cause) -> MotionStep {
    let stream = try await opened()
    let frame: MovingFrame?
    do throws(DecodingError) {
      frame = try await queue.run { (cancellation) throws(DecodingError) in
        try stream.next(unless: cancellation)
      }
    } catch {
      throw .decoding(error)
    }
    guard let frame else { return .end(isComplete: stream.isComplete) }
    let index = state.withLock { state in
      defer { state.count += 1 }
      return state.count
    }
    return .frame(MotionFrame(frame, index: index, of: stream.start, in: request.frameBox))
  }

  func tile(
    of frame: MotionFrame, for request: ImageRequest
  ) async throws(ImageError.Cause) -> Tile {
    try await queue.run(orThrow: ImageError.Cause.decoding(.noThread)) {
      let turn = request.part == nil ? request.turn : .topLeft
      return TileRenderer().tile(
        from: frame.bitmap.turned(by: turn), pictureSize: turn.shown(frame.pictureSize),
        extent: request.extent,
        fitting: request.cells, form: request.form, marksClipping: request.marksClipping)
    }
  }

  private func opened() async throws(ImageError.Cause) -> FrameStream {
    if let stream = state.withLock(\.stream) { return stream }
    let stream = try await pictures.frames(
      of: request.photo, for: request.decoding, in: request.frameBox)
    let size = stream.start.frameSize
    guard size.area <= Self.largestFrame else { throw .decoding(.refused(.tooManyPixels(size))) }
    state.withLock { $0.stream = stream }
    return stream
  }
}
