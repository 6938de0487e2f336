import DecoderProtocol
import Glibc
import Imaging

/// Invalid animations, and valid ones.
enum Motion: String {
  case threeFrames, endless, hanging, dying, cutOff, noFrames
  case wrongIndex, wrongCount, largeFrames, emptyFrames, noDelay, longDelay, moreBehindTheEnd
  case framesBeforeStart, twoStarts, stillPicture

  func picture(in box: PixelSize) -> any MovingPicture { MovingSample(motion: self, box: box) }
}

/// Frames of one colour, each a little brighter; or invalid data, written past the server.
private struct MovingSample: MovingPicture {
  let motion: Motion
  let box: PixelSize
  private var count = 0

  init(motion: Motion, box: PixelSize) {
    self.motion = motion
    self.box = box
  }

  var start: MovingStart { MovingStart(size: box, frameSize: box, playCount: 5) }

  mutating func next() throws(PictureError) -> MovingFrame? {
    switch motion {
    case .threeFrames: if count == 3 { return nil }
    case .cutOff: if count == 3 { throw .truncated }
    case .endless: break
    case .hanging: if count == 2 { hang() }
    case .dying: if count == 2 { abort() }
    case .noFrames: return nil
    default: sendInvalidFrames()
    }
    count += 1
    return MovingFrame(
      Bitmap(size: box, filledWith: RGB(UInt8(count % 256), 2, 3)), storedDelay: .milliseconds(70))
  }

  private func hang() -> Never {
    var byte: UInt8 = 0
    while true { _ = read(3, &byte, 1) }
  }

  private func sendInvalidFrames() -> Never {
    let whole = start.bytes
    let pixels = [UInt8](repeating: 9, count: box.area * 4)
    let frame = FrameRecord.frame(index: 0, delay: .milliseconds(70)).bytes + pixels
    let end = FrameRecord.end(count: 1, isComplete: true).bytes
    switch motion {
    case .wrongIndex:
      send(whole + FrameRecord.frame(index: 1, delay: .milliseconds(70)).bytes + pixels)
    case .wrongCount: send(whole + frame + FrameRecord.end(count: 2, isComplete: true).bytes)
    case .largeFrames:
      let size = PixelSize(width: box.width + 1, height: 1)
      send(MovingStart(size: size, frameSize: size, playCount: 0).bytes + frame)
    case .emptyFrames:
      let size = PixelSize(width: 0, height: 0)
      send(MovingStart(size: size, frameSize: size, playCount: 0).bytes + end)
    case .noDelay: send(whole + FrameRecord.frame(index: 0, delay: .zero).bytes + pixels)
    case .longDelay: send(whole + FrameRecord.frame(index: 0, delay: .seconds(9999)).bytes + pixels)
    case .moreBehindTheEnd: send(whole + frame + end + [0])
    case .framesBeforeStart: send(frame + end)
    case .twoStarts: send(whole + whole + frame + end)
    default: send(PictureAnswer.whole(box).header.bytes + pixels)
    }
    _exit(0)
  }

  private func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(3, $0.baseAddress, $0.count) }
      rest = rest.dropFirst(max(0, count))
    }
  }
}
