import Imaging

/// The numbers of an answer, whatever it means; those without a meaning for it are zero.
struct AnswerFields: Hashable {
  static let pictureCode: UInt8 = 0
  private static let thumbnailFlag: UInt8 = 1
  private static let completeFlag: UInt8 = 2
  /// Where among the flags the orientation stands, in four bits.
  private static let orientationShift: UInt8 = 4
  /// The longest side of a picture, in pixels, that anything is said about.
  private static let sideLimit = Int(Int32.max)

  var code = Self.pictureCode
  var flags: UInt8 = 0
  var first = PixelSize(width: 0, height: 0)
  var second = PixelSize(width: 0, height: 0)
  var errno: Int32 = 0
  var text = ""

  mutating func set(_ facts: PictureFacts) {
    flags = facts.isFromThumbnail ? Self.thumbnailFlag : 0
    if facts.isComplete { flags |= Self.completeFlag }
    flags |= UInt8(facts.orientation.rawValue) << Self.orientationShift
    first = facts.bitmapSize
    second = facts.pictureSize
  }

  mutating func set(_ reason: PictureError) {
    switch reason {
    case .notAnImage: code = 1
    case .unsupported(let kind): (code, text) = (2, kind)
    case .damaged: code = 3
    case .tooManyPixels(let size): (code, first) = (4, size)
    case .noThumbnail: code = 5
    case .outOfMemory: code = 6
    case .unreadable(let number): (code, errno) = (7, number)
    case .truncated: code = 8
    }
  }

  /// The reason that the numbers mean; nil where they mean none.
  var reason: PictureError? {
    switch code {
    case 1: .notAnImage
    case 2: .unsupported(text)
    case 3: .damaged
    case 4: .tooManyPixels(first)
    case 5: .noThumbnail
    case 6: .outOfMemory
    case 7: .unreadable(errno: errno)
    case 8: .truncated
    default: nil
    }
  }

  /// The picture that the numbers describe; nil where it is not one that was asked for.
  func facts(for request: RequestMessage) -> PictureFacts? {
    let box = flags & Self.thumbnailFlag == 0 ? request.wholeBox : request.box
    guard (1...box.width).contains(first.width), (1...box.height).contains(first.height),
      (1...Self.sideLimit).contains(second.width), (1...Self.sideLimit).contains(second.height),
      flags & 0x0F & ~(Self.thumbnailFlag | Self.completeFlag) == 0,
      let orientation = Orientation(rawValue: Int(flags >> Self.orientationShift))
    else { return nil }
    return PictureFacts(
      bitmapSize: first, pictureSize: second, orientation: orientation,
      isFromThumbnail: flags & Self.thumbnailFlag != 0, isComplete: flags & Self.completeFlag != 0)
  }
}
