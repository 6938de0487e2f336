import DecoderProtocol
package import ImagePipeline
import Imaging
import Synchronization

package struct ScriptedFrames: Sendable {
  package var delays: [Duration]
  /// Zero for endless.
  package var playCount = 0
  /// Whether the file contains all its frames.
  package var isComplete = true
  /// The error after the last frame; nil for a normal end.
  package var failure: DecodingError?
  package var onPull: @Sendable () -> Void = {}

  /// No frames, for a damaged file.
  package static var damaged: ScriptedFrames {
    var frames = ScriptedFrames()
    frames.failure = .refused(.damaged)
    return frames
  }

  /// Takes delays in milliseconds.
  package init(_ milliseconds: Int...) {
    delays = milliseconds.map { .milliseconds($0) }
  }

  package init(delays: [Int]) {
    self.delays = delays.map { .milliseconds($0) }
  }
}

/// Frames that show their number, from 0, in every cell.
final class ScriptedMotion: PhotoMotion {
  private let frames: ScriptedFrames
  private let box: PixelSize
  private let count = Mutex(0)

  init(_ frames: ScriptedFrames, of request: ImageRequest) {
    self.frames = frames
    // The size of the request, as the photo is larger.
    box = request.part?.whole ?? PixelSize(width: 10_000, height: 10_000)
  }

  func next() async throws(ImageError.Cause) -> MotionStep {
    frames.onPull()
    let index = count.withLock { count in
      defer { count += 1 }
      return count
    }
    guard index < frames.delays.count else {
      if let failure = frames.failure { throw .decoding(failure) }
      return .end(isComplete: frames.isComplete)
    }
    let size = PixelSize(width: 40, height: 30)
    let frame = MovingFrame(
      Bitmap(size: PixelSize(width: 1, height: 1)), storedDelay: frames.delays[index])
    return .frame(
      MotionFrame(
        frame, index: index,
        of: MovingStart(size: size, frameSize: size, playCount: frames.playCount), in: box))
  }

  func tile(
    of frame: MotionFrame, for request: ImageRequest
  ) async throws(ImageError.Cause) -> Tile {
    let digit = "\(frame.index % 10)".unicodeScalars.first ?? "?"
    return Tile(canvas: Canvas(size: request.cells, filledWith: Glyph(digit)))
  }
}
