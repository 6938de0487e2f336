import DecoderKit
import DecoderProtocol
import Imaging

/// The decoder for videos, which are never read as a whole.
struct VideoWork: PictureWork {
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

  func decodeParts(of file: ReceivedFile) throws(PictureError) -> DecodedPicture? {
    guard thumbnail != .only else { throw .noThumbnail }
    return try VideoFile(byteCount: file.byteCount, read: file.read)
      .decode(by: rule, at: moment) { onSize($0.area) }
  }

  func decode(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture { throw .notAnImage }

  static func movingPicture(
    of file: ReceivedFile, in box: PixelSize, onSize: @escaping @Sendable (Int) -> Void
  ) throws(PictureError) -> any MovingPicture {
    try VideoFrames(VideoFile(inPhotoOrAlone: file.byteCount, read: file.read), in: box) {
      onSize($0.area)
    }
  }

  static func metadata(
    for scope: MetadataScope, byteCount: Int, read: @escaping MetadataFile.Read
  ) -> MetadataResult {
    MetadataResult { () throws(PictureError) in
      try VideoFile(byteCount: byteCount, read: read).metadata
    }
  }
}
