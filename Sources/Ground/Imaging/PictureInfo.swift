package import PictureFormats

/// What is known of a picture besides its pixels, as they are shown.
///
/// A decoder makes it, and it is carried whole up to the status line, through thumbnails on disk and in the shared tier as
/// well. So a new fact is one property here, one line in `AnswerHeader`, a case of `PictureFact`, one line in the codec
/// that knows it, and one where it is shown:
///
///     var info = PictureInfo(size: frame.size, isComplete: isComplete)
///     info.camera = exif.camera
package struct PictureInfo: Hashable, Sendable {
  /// The size of the whole picture as it is shown, in pixels; nil where a thumbnail does not tell.
  package var size: PixelSize?
  /// How it was turned to be shown.
  package var orientation: Orientation
  /// What the encoded picture is; nil where that is not known.
  package var format: PictureFormat?
  /// The size of the encoded picture, in bytes; zero inside a decoder, which need not know it.
  package var byteCount: Int
  /// Whether every pixel is there and right: not where a file ends early or is damaged.
  package var isComplete: Bool
  /// Whether there are more frames than the one that was decoded, and a decoder can play them.
  package var isMoving: Bool
  /// When the photo was taken; nil where its file does not say.
  package var captureDate: CaptureDate?
  /// The camera, by its maker and model; a foreign text.
  package var camera: String?

  /// Takes what is known of a picture.
  package init(
    size: PixelSize?, orientation: Orientation = .topLeft, format: PictureFormat? = nil,
    byteCount: Int = 0, isComplete: Bool = true, isMoving: Bool = false,
    captureDate: CaptureDate? = nil, camera: String? = nil
  ) {
    self.size = size
    self.orientation = orientation
    self.format = format
    self.byteCount = byteCount
    self.isComplete = isComplete
    self.isMoving = isMoving
    self.captureDate = captureDate
    self.camera = camera
  }
}

extension PictureInfo {
  /// Takes what the photo's file says, which a thumbnail may not know, or another program may have written into it.
  package mutating func update(from metadata: PhotoMetadata) {
    size = metadata.size ?? size
    orientation = metadata.orientation ?? orientation
    format = metadata.format ?? format
    captureDate = metadata.captureDate ?? captureDate
    camera = metadata.camera ?? camera
  }

  /// What is known of the picture when it is turned once more.
  package func turned(by turn: Orientation) -> PictureInfo {
    guard turn != .topLeft else { return self }
    var info = self
    info.size = size.map(turn.shown)
    info.orientation = orientation.followed(by: turn)
    return info
  }
}
