package import DecoderProtocol

extension MovingPicture {
  /// Its frames up to a damaged one, and whether there is none; throws if the first one is.
  package mutating func frames(
    atMost count: Int = .max
  ) throws(PictureError) -> (frames: [MovingFrame], isComplete: Bool) {
    var frames: [MovingFrame] = []
    do throws(PictureError) {
      while frames.count < count, let frame = try next() { frames.append(frame) }
    } catch {
      guard !frames.isEmpty, error != .outOfMemory else { throw error }
      return (frames, false)
    }
    return (frames, true)
  }
}
