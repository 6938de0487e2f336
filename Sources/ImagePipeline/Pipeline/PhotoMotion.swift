package import DecoderProtocol
package import Imaging

/// The frames of an animated photo, each decoded when it is pulled.
///
/// ```swift
/// guard let motion = loader.motion(for: request) else { return }
/// while case .frame(let frame) = try await motion.next() {
///   let tile = try await motion.tile(of: frame, for: request)
///   …
/// }
/// ```
///
/// The decoder waits for the next pull; releasing the motion ends its process. To restart or seek
/// back, request another one.
package protocol PhotoMotion: Sendable {
  /// Decodes the next frame; one call at a time; cancelling the task ends the motion for good.
  func next() async throws(ImageError.Cause) -> MotionStep

  func tile(
    of frame: MotionFrame, for request: ImageRequest
  ) async throws(ImageError.Cause) -> Tile
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
