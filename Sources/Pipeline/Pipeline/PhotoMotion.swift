package import DecoderMessages
package import Imaging

/// The frames of a photo that moves, each decoded when it is pulled.
///
/// ```swift
/// guard let motion = loader.motion(for: request) else { return }
/// while case .frame(let frame) = try await motion.next() {
///   let tile = try await motion.tile(of: frame, for: request)
///   …
/// }
/// ```
/// Whoever does not pull holds the decoder up; whoever lets go of it ends the decoder's child. To play it
/// once more, or from an earlier frame, another one is asked for.
package protocol PhotoMotion: Sendable {
  /// Takes the next frame; one call at a time. A cancelled task ends the motion for good.
  /// - Returns: The frame, or that there is none any more.
  /// - Throws: Why it goes no further.
  func next() async throws(ImageError.Cause) -> MotionStep

  /// Draws a frame as a request wants the photo: all of it, or a part of it, turned or not.
  /// - Throws: `DecodingError.noThread`.
  func tile(
    of frame: MotionFrame, for request: ImageRequest
  ) async throws(ImageError.Cause) -> Tile
}

/// What comes next of a photo that moves.
package enum MotionStep: Sendable {
  /// One more frame.
  case frame(MotionFrame)
  /// Nothing: that was the last one, of all that the file should have or of those that are there.
  case end(isComplete: Bool)
}

/// One frame of a photo that moves, before it is drawn.
package struct MotionFrame: Sendable {
  /// Its number, from zero.
  package let index: Int
  /// How long it is to be seen: never less than 20 ms.
  package let delay: Duration
  /// How the whole picture looks.
  package let bitmap: Bitmap
  /// The size of the whole picture as it is shown, in pixels.
  package let pictureSize: PixelSize
  /// What the bitmap was scaled down to fit, in pixels.
  package let box: PixelSize
  /// How often the photo is to be played; zero for ever.
  package let playCount: Int

  /// Takes a frame.
  package init(
    _ frame: MovingFrame, index: Int, of start: MovingStart, in box: PixelSize
  ) {
    self.index = index
    delay = frame.delay
    bitmap = frame.bitmap
    pictureSize = start.size
    self.box = box
    playCount = start.playCount
  }

  /// Whether decoding the frames for a request would give them no more pixels.
  package func serves(_ request: ImageRequest) -> Bool {
    let wanted = request.frameBox
    return bitmap.size == pictureSize || box.width >= wanted.width && box.height >= wanted.height
  }
}

extension ImageRequest {
  /// What the frames of the whole picture are scaled down to fit, in pixels, for a tile of all of it or of a
  /// part.
  var frameBox: PixelSize {
    guard let part else { return pixels }
    let whole = part.turn.shown(part.whole)
    return PixelSize(
      width: min(whole.width, part.picture.width), height: min(whole.height, part.picture.height))
  }
}
