package import Imaging

/// An animation in a decoder; its frames are decoded in order and not kept.
package protocol MovingPicture {
  var start: MovingStart { get }

  /// The next composed frame, nil after the last one; throws if the rest is damaged or truncated.
  ///
  /// Only the first frame may be partial.
  mutating func next() throws(PictureError) -> MovingFrame?
}

/// Properties of an animation, known before its first frame.
package struct MovingStart: Hashable, Sendable {
  /// As displayed, in pixels.
  package let size: PixelSize
  package let frameSize: PixelSize
  /// Zero for infinite.
  package let playCount: Int

  package static let byteCount = 24

  /// Play counts above `UInt32` become infinite.
  package init(size: PixelSize, frameSize: PixelSize, playCount: Int) {
    (self.size, self.frameSize) = (size, frameSize)
    self.playCount = UInt32(exactly: playCount).map(Int.init) ?? 0
  }

  /// Parses a message from an untrusted decoder; nil if invalid for the request.
  package init?(parsing bytes: [UInt8], to request: FramesRequest) {
    guard var reader = MessageReader(bytes, .movingStart, byteCount: Self.byteCount),
      let size = PixelSize(from: &reader), let frameSize = PixelSize(from: &reader),
      let count = reader.take(UInt32.self),
      min(size.width, size.height, frameSize.width, frameSize.height) > 0,
      max(size.width, size.height) <= Int(Int32.max),
      frameSize.width <= request.box.width, frameSize.height <= request.box.height
    else { return nil }
    self.init(size: size, frameSize: frameSize, playCount: Int(count))
  }

  package var bytes: [UInt8] {
    MessageKind.movingStart.message(size, frameSize, UInt32(clamping: playCount))
  }
}

package struct MovingFrame: Hashable, Sendable {
  package static let delays: ClosedRange<Duration> = .milliseconds(20)...(.seconds(3600))

  /// The composed image, scaled and rotated for display.
  package let bitmap: Bitmap
  package let delay: Duration

  /// Applies the browsers' rule: stored delays up to 10 ms become 100 ms.
  package init(_ bitmap: Bitmap, storedDelay: Duration) {
    self.bitmap = bitmap
    delay =
      storedDelay <= .milliseconds(10)
      ? .milliseconds(100)
      : min(max(storedDelay, Self.delays.lowerBound), Self.delays.upperBound)
  }
}

/// A request to play an animation, with the same descriptors as a `RequestMessage`.
package struct FramesRequest: Hashable, Sendable {
  package static let byteCount = 20

  /// Maximum displayed size of a frame in pixels.
  package let box: PixelSize
  /// Maximum number of bytes to read of the file.
  package let fileByteCount: Int

  /// Clamps the box to the limits of `RequestMessage`.
  package init(box: PixelSize, fileByteCount: Int) {
    self.box = RequestMessage.limited(box)
    self.fileByteCount = max(0, fileByteCount)
  }

  package init?(parsing bytes: [UInt8]) {
    guard var reader = MessageReader(bytes, .framesRequest, byteCount: Self.byteCount),
      let box = reader.take(PixelSize.self), let fileByteCount = reader.take(Int.self),
      fileByteCount >= 0
    else { return nil }
    self.init(box: box, fileByteCount: fileByteCount)
    guard self.box == box else { return nil }
  }

  package var bytes: [UInt8] {
    MessageKind.framesRequest.message(box, fileByteCount)
  }
}

/// The message before the pixels of each frame, and after the last one.
package enum FrameRecord: Hashable, Sendable {
  /// Followed by the pixels, in the size from `MovingStart`.
  case frame(index: Int, delay: Duration)
  /// The last message, with the number of frames and whether those are all.
  case end(count: Int, isComplete: Bool)

  package static let byteCount = SizeMessage.byteCount

  package init?(parsing bytes: [UInt8]) {
    if var reader = MessageReader(bytes, .frame, byteCount: Self.byteCount),
      let index = reader.take(UInt32.self), let milliseconds = reader.take(UInt32.self)
    {
      let delay = Duration.milliseconds(Int64(milliseconds))
      guard MovingFrame.delays.contains(delay) else { return nil }
      self = .frame(index: Int(index), delay: delay)
    } else if var reader = MessageReader(bytes, .framesEnd, byteCount: Self.byteCount),
      let count = reader.take(UInt32.self), let flag = reader.take(UInt32.self), flag <= 1
    {
      self = .end(count: Int(count), isComplete: flag == 1)
    } else {
      return nil
    }
  }

  package var bytes: [UInt8] {
    switch self {
    case .frame(let index, let delay):
      MessageKind.frame.message(
        UInt32(clamping: index), UInt32(clamping: Int64(delay / .milliseconds(1))))
    case .end(let count, let isComplete):
      MessageKind.framesEnd.message(UInt32(clamping: count), UInt32(isComplete ? 1 : 0))
    }
  }
}
