import DecoderMessages
package import Decoding
import Imaging
import Pipeline
import Synchronization

/// What a photo does that moves by a script.
package struct ScriptedFrames: Sendable {
  /// How long each frame is to be seen, as its file says.
  package var delays: [Duration]
  /// How often they are to be played; zero for ever.
  package var playCount = 0
  /// Whether they are all that the file should have.
  package var isComplete = true
  /// Why it goes no further behind the last one; nil where that is the end.
  package var failure: DecodingError?
  /// Called before each frame is given.
  package var onPull: @Sendable () -> Void = {}

  /// Frames of which there is none, for a damaged file.
  package static var damaged: ScriptedFrames {
    var frames = ScriptedFrames()
    frames.failure = .refused(.damaged)
    return frames
  }

  /// Takes the times of the frames, in milliseconds.
  package init(_ milliseconds: Int...) {
    delays = milliseconds.map { .milliseconds($0) }
  }

  /// The same, the times in a list.
  package init(delays: [Int]) {
    self.delays = delays.map { .milliseconds($0) }
  }
}

/// The frames of such a photo: each shows its number, from 0, in every character cell.
final class ScriptedMotion: PhotoMotion {
  private let frames: ScriptedFrames
  private let box: PixelSize
  private let count = Mutex(0)

  init(_ frames: ScriptedFrames, of request: ImageRequest) {
    self.frames = frames
    // Frames are decoded as large as they are wanted, of a photo that is larger.
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
