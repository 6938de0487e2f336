import DecoderKit
import DecoderProtocol
import Imaging

/// The decoder for videos, which are never read as a whole.
struct VideoWork: PictureWork {
  static let startByteCount = 0
  static let endByteCount = 0
  static let hasThreads = false
  static let samples: [[UInt8]] = []

  private let rule: CropRule
  private let moment: Int?
  private let thumbnail: ThumbnailUse
  private let onSize: @Sendable (Int) -> Void

  static func prepare() { VideoFile.loadLibraries() }

  init(_ request: RequestMessage, onSize: @escaping @Sendable (Int) -> Void) {
    rule = CropRule(box: request.box, wholeBox: request.wholeBox, region: request.region)
    (thumbnail, moment, self.onSize) = (request.thumbnail, request.moment, onSize)
  }

  func decode(byteCount: Int, read: @escaping VideoFile.Read) -> PictureAnswer? {
    PictureAnswer { () throws(PictureError) in
      guard thumbnail != .only else { throw .noThumbnail }
      return try VideoFile(byteCount: byteCount, read: read)
        .decode(by: rule, at: moment) { onSize($0.area) }
    }
  }

  static func movingPicture(
    byteCount: Int, read: @escaping VideoFile.Read, in box: PixelSize,
    onSize: @escaping @Sendable (Int) -> Void
  ) throws(PictureError) -> (any MovingPicture)? {
    try VideoFrames(VideoFile(inPhotoOrAlone: byteCount, read: read), in: box) { onSize($0.area) }
  }

  static func metadata(
    for scope: MetadataScope, byteCount: Int, read: @escaping VideoFile.Read
  ) -> MetadataResult {
    MetadataResult { () throws(PictureError) in
      try VideoFile(byteCount: byteCount, read: read).metadata
    }
  }

  func decodeStart(_ bytes: [UInt8], end: [UInt8]) -> PictureAnswer? { nil }

  func decode(_ file: UnsafeBufferPointer<UInt8>, start: [UInt8]) -> PictureAnswer? { nil }

  func decode(_ bytes: [UInt8]) -> PictureAnswer { .failure(.notAnImage) }

  static func movingPicture(
    _ bytes: [UInt8], in box: PixelSize, onSize: @escaping @Sendable (Int) -> Void
  ) throws(PictureError) -> any MovingPicture {
    throw .notAnImage
  }
}
