package import Imaging

/// The start of a decoder's answer: a record of fields.
///
/// Only an image is followed by data, its pixels. File format and size are known to the client.
package enum AnswerHeader: Hashable, Sendable {
  /// A bitmap follows that shows a region of the image; nil for all of it.
  case picture(bitmapSize: PixelSize, isFromThumbnail: Bool, PictureInfo, region: PixelRect? = nil)
  case refusal(PictureError)

  /// Range of header sizes in bytes; a `SizeMessage` has the minimum, so that it can be read first.
  package static let byteCounts = 12...1024
  private static let frontByteCount = 8
  private static let sideLimit = Int(Int32.max)

  package var bytes: [UInt8] {
    var fields = FieldWriter()
    switch self {
    case .picture(let bitmapSize, let isFromThumbnail, let info, let region):
      fields.put(UInt8(0), .outcome)
      fields.put(bitmapSize, .bitmapSize)
      fields.put(isFromThumbnail, .isFromThumbnail)
      if let region { fields.put(region, .region) }
      for fact in facts { fact.put(info, &fields) }
    case .refusal(let reason): fields.put(reason)
    }
    return MessageKind.answer.message(withLengthOf: fields.bytes)
  }

  /// The header length by its first twelve bytes; nil if invalid.
  package static func byteCount(startingWith bytes: [UInt8]) -> Int? {
    MessageKind.contentByteCount(in: bytes[...], of: .answer)
      .map { frontByteCount + $0 }.flatMap { byteCounts.contains($0) ? $0 : nil }
  }

  /// Parses a header from a possibly compromised decoder; all fields must match the request.
  package init(parsing bytes: [UInt8], to request: RequestMessage) throws(AnswerError) {
    guard Self.byteCount(startingWith: bytes) == bytes.count else { throw .notAnAnswer }
    let fields = try FieldReader(bytes.dropFirst(Self.frontByteCount))
    guard try fields.required(.outcome, UInt8.self) == 0 else {
      self = .refusal(try fields.reason())
      return
    }
    var info = PictureInfo(size: nil)
    for fact in facts { try fact.take(&info, fields) }
    guard VideoTime.isValid(info.duration) else { throw .notAskedFor }
    let bitmapSize = try fields.required(.bitmapSize, PixelSize.self)
    let isFromThumbnail = try fields.required(.isFromThumbnail, Bool.self)
    let region = try fields.optional(.region, PixelRect.self)
    let box = isFromThumbnail || region != nil ? request.box : request.wholeBox
    guard let size = info.size else { throw .missing(tag: FieldTag.pictureSize.rawValue) }
    guard size.isWithin(PixelSize(width: Self.sideLimit, height: Self.sideLimit)),
      bitmapSize.isWithin(box), !isFromThumbnail || request.thumbnail != .never,
      region == nil || region == request.region?.clamped(into: size)
    else { throw .notAskedFor }
    self = .picture(bitmapSize: bitmapSize, isFromThumbnail: isFromThumbnail, info, region: region)
  }
}

package enum AnswerError: Error, Hashable, Sendable {
  case notAnAnswer
  case cutShort
  case repeated(tag: UInt8)
  case missing(tag: UInt8)
  case meaningless(tag: UInt8)
  /// A side is invalid or larger than requested, or the region differs from the request.
  case notAskedFor
}

enum FieldTag: UInt8 {
  case outcome = 1, bitmapSize = 2, isFromThumbnail = 3, refusedSize = 4, refusedKind = 5
  case errno = 6, region = 7
  case pictureSize = 16, orientation = 17, isComplete = 18, captureDate = 19, camera = 20
  case isMoving = 21, duration = 22
  case exposureTime = 64, aperture = 65, iso = 66, focalLength = 67, filmFocalLength = 68
  case exposureBias = 69, flash = 70, position = 71, rating = 72, profile = 73, make = 74
  case model = 75, lens = 76, title = 77, caption = 78, label = 79, software = 80
  case altText = 81, people = 82, faces = 83, codec = 84, creator = 85, rights = 86
  case isMotionPhoto = 87
}

/// A new fact must be added here.
private let facts: [RecordField<PictureInfo>] = [
  RecordField(.pictureSize, \.size), RecordField(.orientation, \.orientation),
  RecordField(.isComplete, \.isComplete), RecordField(.captureDate, \.captureDate),
  RecordField(.camera, \.camera), RecordField(.isMoving, \.isMoving),
  RecordField(.duration, \.duration),
]

extension FieldWriter {
  mutating func put(_ reason: PictureError) {
    switch reason {
    case .notAnImage: put(UInt8(1), .outcome)
    case .unsupported(let kind):
      put(UInt8(2), .outcome)
      put(kind, .refusedKind)
    case .damaged: put(UInt8(3), .outcome)
    case .tooManyPixels(let size):
      put(UInt8(4), .outcome)
      put(size, .refusedSize)
    case .noThumbnail: put(UInt8(5), .outcome)
    case .outOfMemory: put(UInt8(6), .outcome)
    case .unreadable(let number):
      put(UInt8(7), .outcome)
      put(number, .errno)
    case .truncated: put(UInt8(8), .outcome)
    case .noVideo: put(UInt8(9), .outcome)
    case .empty: put(UInt8(10), .outcome)
    }
  }
}

extension FieldReader {
  func reason() throws(AnswerError) -> PictureError {
    switch try required(.outcome, UInt8.self) {
    case 1: .notAnImage
    case 2: .unsupported(try required(.refusedKind, String.self))
    case 3: .damaged
    case 4: .tooManyPixels(try required(.refusedSize, PixelSize.self))
    case 5: .noThumbnail
    case 6: .outOfMemory
    case 7: .unreadable(errno: try required(.errno, Int32.self))
    case 8: .truncated
    case 9: .noVideo
    case 10: .empty
    default: throw .meaningless(tag: FieldTag.outcome.rawValue)
    }
  }
}

extension PixelSize {
  fileprivate func isWithin(_ box: PixelSize) -> Bool {
    (1...box.width).contains(width) && (1...box.height).contains(height)
  }
}
