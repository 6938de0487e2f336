import Base
package import DecoderProtocol
package import Imaging
import Synchronization

/// The frames of an animated photo, each decoded when it is pulled; another motion begins anew.
package protocol PhotoMotion: Sendable {
  /// One call at a time; cancelling the task ends the motion for good.
  func next() async throws(ImageError.Cause) -> MotionStep

  func tile(of frame: MotionFrame, for request: ImageRequest) async throws(ImageError.Cause) -> Tile
}

package enum MotionStep: Sendable {
  case frame(MotionFrame)
  /// No more frames; `isComplete` is false if the file is truncated.
  case end(isComplete: Bool)
}

package struct MotionFrame: Sendable {
  package let index: Int
  /// At least 20 ms.
  package let delay: Duration
  package let bitmap: Bitmap
  /// In pixels, as displayed.
  package let pictureSize: PixelSize
  /// The box, in pixels, that the bitmap was scaled to fit.
  package let box: PixelSize
  /// Zero is forever.
  package let playCount: Int

  package init(_ frame: MovingFrame, index: Int, of start: MovingStart, in box: PixelSize) {
    self.index = index
    delay = frame.delay
    bitmap = frame.bitmap
    pictureSize = start.size
    self.box = box
    playCount = start.playCount
  }

  /// Whether decoding again for the request would yield no more pixels.
  package func serves(_ request: ImageRequest) -> Bool {
    let wanted = request.frameBox
    return bitmap.size == pictureSize || box.width >= wanted.width && box.height >= wanted.height
  }
}

extension ImageRequest {
  /// The box, in pixels, that frames are scaled to fit.
  var frameBox: PixelSize {
    guard let part else { return pixels }
    let whole = part.turn.shown(part.whole)
    return PixelSize(
      width: min(whole.width, part.picture.width), height: min(whole.height, part.picture.height))
  }
}

/// Decodes the frames of one photo in one child of a decoder, started by the first `next()`.
final class DecodedMotion: PhotoMotion {
  private struct State {
    var stream: FrameStream?
    var count = 0
  }

  /// Larger frames are not played: three of them take 96 MB.
  private static let largestFrame = 8 << 20

  private let request: ImageRequest
  private let loader: any BitmapLoading
  private let queue: WorkQueue
  private let state = Mutex(State())

  init(of request: ImageRequest, loader: any BitmapLoading, queue: WorkQueue) {
    (self.request, self.loader, self.queue) = (request, loader, queue)
  }

  func next() async throws(ImageError.Cause) -> MotionStep {
    let stream = try await opened()
    let frame = try await queue.decode { (cancellation) throws(DecodingError) in
      try stream.next(unless: cancellation)
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
      // The video of a motion photo may have other proportions: it covers the middle of the photo.
      let room = request.part?.picture ?? frame.pictureSize
      let bitmap = room == frame.pictureSize ? frame.bitmap : frame.bitmap.padded(to: room)
      return TileRenderer().tile(
        from: bitmap.turned(by: turn), pictureSize: turn.shown(frame.pictureSize),
        extent: request.extent,
        fitting: request.cells, form: request.form, marksClipping: request.marksClipping)
    }
  }

  private func opened() async throws(ImageError.Cause) -> FrameStream {
    if let stream = state.withLock(\.stream) { return stream }
    let stream = try await loader.frames(
      of: request.photo, for: request.decoding, in: request.frameBox)
    let size = stream.start.frameSize
    guard size.area <= Self.largestFrame else { throw .decoding(.refused(.tooManyPixels(size))) }
    state.withLock { $0.stream = stream }
    return stream
  }
}
