package import Imaging

/// A picture that moves, in the decoder: its frames come one after another, and none is kept.
///
///     var picture = try PNGFrames(bytes, in: box)
///     while let frame = try picture.next() { … }
package protocol MovingPicture {
  /// What is known before the first frame.
  var start: MovingStart { get }

  /// Whether every frame so far was there and whole; after the last one, whether that was all.
  var isComplete: Bool { get }

  /// Decodes the next frame, as the whole picture is to be seen with it.
  /// - Returns: The frame; nil after the last one, and where the rest is damaged or missing.
  /// - Throws: The reason why there is no first frame, or `PictureError.outOfMemory`.
  mutating func next() throws(PictureError) -> MovingFrame?
}

/// What is known of a moving picture before its first frame.
package struct MovingStart: Hashable, Sendable {
  /// The size of the whole picture as it is shown, in pixels.
  package let size: PixelSize
  /// The size of every frame, in pixels.
  package let frameSize: PixelSize
  /// How often the frames are to be played; zero for ever.
  package let playCount: Int

  /// The length of the message in bytes.
  package static let byteCount = 24

  /// Takes what a decoder knows; more plays than a message can hold are for ever.
  package init(size: PixelSize, frameSize: PixelSize, playCount: Int) {
    self.size = size
    self.frameSize = frameSize
    self.playCount = UInt32(exactly: playCount).map(Int.init) ?? 0
  }

  /// Reads a message, which may come from a decoder that somebody else has taken over.
  /// - Returns: Nil where the bytes are none, or no answer to the request.
  package init?(parsing bytes: [UInt8], to request: FramesRequest) {
    guard var reader = MessageReader(bytes, .movingStart, byteCount: Self.byteCount),
      let size = reader.takeSize(), let frameSize = reader.takeSize(),
      let count = reader.take(UInt32.self),
      min(size.width, size.height, frameSize.width, frameSize.height) > 0,
      max(size.width, size.height) <= Int(Int32.max),
      frameSize.width <= request.box.width, frameSize.height <= request.box.height
    else { return nil }
    self.init(size: size, frameSize: frameSize, playCount: Int(count))
  }

  /// The message as it is sent.
  package var bytes: [UInt8] {
    var writer = MessageWriter(.movingStart)
    writer.put(size)
    writer.put(frameSize)
    writer.put(UInt32(clamping: playCount))
    return writer.bytes
  }
}

/// One frame of a moving picture.
package struct MovingFrame: Hashable, Sendable {
  /// Which delays frames have.
  package static let delays: ClosedRange<Duration> = .milliseconds(20)...(.seconds(3600))

  /// How the whole picture looks, scaled and turned as it is shown.
  package let bitmap: Bitmap
  /// How long that is to be seen, one of `delays`.
  package let delay: Duration

  /// Takes a frame, and how long its file says that it is to be seen.
  ///
  /// Files that say nothing, or as little as no screen can show, mean what the first browsers made of
  /// them: a tenth of a second for all up to a hundredth.
  package init(_ bitmap: Bitmap, storedDelay: Duration) {
    self.bitmap = bitmap
    delay =
      storedDelay <= .milliseconds(10)
      ? .milliseconds(100)
      : min(max(storedDelay, Self.delays.lowerBound), Self.delays.upperBound)
  }
}

/// What a decoder is asked for to play a picture; the descriptors are those of a `RequestMessage`.
package struct FramesRequest: Hashable, Sendable {
  /// The length of the message in bytes.
  package static let byteCount = 20

  /// The box in pixels that each frame, as it is shown, is scaled down to fit.
  package let box: PixelSize
  /// How many bytes of the file are read at most.
  package let fileByteCount: Int

  /// Makes a request; sides of the box are brought to the limits of a `RequestMessage`.
  package init(box: PixelSize, fileByteCount: Int) {
    let sides = 1...RequestMessage.sideLimit
    self.box = PixelSize(
      width: min(max(sides.lowerBound, box.width), sides.upperBound),
      height: min(max(sides.lowerBound, box.height), sides.upperBound))
    self.fileByteCount = max(0, fileByteCount)
  }

  /// Reads a request; nil where any number of it is out of its limits.
  package init?(parsing bytes: [UInt8]) {
    guard var reader = MessageReader(bytes, .framesRequest, byteCount: Self.byteCount),
      let box = reader.takeSize(), let count = reader.take(UInt64.self),
      let fileByteCount = Int(exactly: count)
    else { return nil }
    self.init(box: box, fileByteCount: fileByteCount)
    guard self.box == box else { return nil }
  }

  /// The request as it is sent.
  package var bytes: [UInt8] {
    var writer = MessageWriter(.framesRequest)
    writer.put(box)
    writer.put(UInt64(fileByteCount))
    return writer.bytes
  }
}

/// What stands before the pixels of a frame, and after those of the last one.
package enum FrameRecord: Hashable, Sendable {
  /// The pixels of a frame follow, of the size that a `MovingStart` told.
  case frame(index: Int, delay: Duration)
  /// Nothing follows; carries how many frames there were, and whether those are all.
  case end(count: Int, isComplete: Bool)

  /// The length of the message in bytes, the same as of a `SizeMessage`.
  package static let byteCount = SizeMessage.byteCount

  /// Reads a record; nil where the bytes are none, or the delay is none that frames have.
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

  /// The record as it is sent.
  package var bytes: [UInt8] {
    switch self {
    case .frame(let index, let delay):
      var writer = MessageWriter(.frame)
      writer.put(UInt32(clamping: index))
      writer.put(UInt32(clamping: Int64(delay / .milliseconds(1))))
      return writer.bytes
    case .end(let count, let isComplete):
      var writer = MessageWriter(.framesEnd)
      writer.put(UInt32(clamping: count))
      writer.put(UInt32(isComplete ? 1 : 0))
      return writer.bytes
    }
  }
}
